#!/bin/bash
# The documents that users read: short, with files that exist, without words that
# have to be read twice; and the page of results is made of its data.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/verdicts.sh
. tests/verdicts.sh
documents=(README.md CHANGELOG.md doc/guide.md doc/architecture.md doc/method.md
	doc/sampling.md doc/results.md doc/account.md doc/effort.md)

# at_most LINES FILE
at_most() {
	local n

	n=$(wc -l <"$2")
	[ "$n" -gt 10 ] && [ "$n" -le "$1" ]
	judge $? "$2 has $n lines, at most $1"
}

at_most 120 README.md
at_most 30 CHANGELOG.md
at_most 145 doc/results.md

for document in "${documents[@]}"; do
	missing='' n=0
	for file in $(grep -oE '`[a-zA-Z/_]+\.(md|sh|lua|rng|def|c|h)`' "$document" |
		tr -d '`' | sort -u); do
		n=$((n + 1))
		[ -e "$file" ] || missing+=" $file"
	done
	[ -z "$missing" ]
	judge $? "$document: $n files are named${missing:+, not there:$missing}"
done

# Unusual in English, or for other things there
avoid='stands?( for)?|tells?|is told|behind|as it is|what is left of|comes to'
avoid+='|of its own|other than|in doubt|at first order|given out|goes on to|an amount of'
found=$(grep -nwiE -- "$avoid" "${documents[@]}" doc/*.1)
[ -z "$found" ]
judge $? "no words to avoid${found:+: $found}"

if command -v lua5.4 >/dev/null; then
	mapfile -t words < <(sed -E 's/\( for\)\?//' <<<"${avoid//|/$'\n'}")
	found=$(find arch base diagnose knowledge lua measure profile report web \
		-name examples -prune -o \( -name '*.[ch]' -o -name '*.lua' \) -print | sort |
		lua5.4 tests/wording.lua "${words[@]}")
	[ -z "$found" ]
	judge $? "no words to avoid in messages and suggestions${found:+: $found}"
	lua5.4 doc/data/results.lua | cmp -s - doc/results.md
	judge $? "doc/results.md is what doc/data/results.lua prints"
else
	skip "messages: lua5.4 is not installed"
	skip "doc/results.md: lua5.4 is not installed"
fi
if [ -x "${BUILD:-build}/perfexpert" ] && command -v python3 >/dev/null; then
	found=$(bench/fires.sh -n | cut -d' ' -f2 | tr '\n' ' ')
	[ -z "$found" ]
	judge $? "what fires on no program but its own example says why${found:+: $found}"
else
	skip "where suggestions fire: python3 is not installed, or nothing is built"
fi
summary
