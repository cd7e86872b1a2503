#!/bin/bash
# What is published of the forms for other programs holds: all JSON that the golden
# cases make perfexpert write is as its schema says, with no member that is not in it.
# tests/schema/validate.py says which schema is for which.
#
#	tests/schemas.sh [CASE...]
set -u
cd "$(dirname "$0")/.." || exit 1
top=$PWD
build=${BUILD:-build}
case $build in /*) ;; *) build=$top/$build ;; esac
export PERFEXPERT=$build/perfexpert RUN=$build/perfexpert-run PE=$top/tests/schema/keep.sh
export PERFEXPERT_DATA=$top LC_ALL=C COLUMNS=80 HOME=/nonexistent
unset PERFEXPERT_KNOWLEDGE XDG_CONFIG_HOME
# shellcheck source=tests/verdicts.sh
. tests/verdicts.sh

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# The cases that ask for JSON in any of its forms
cases=()
for cmd in $(grep -lE -e '--(json|sarif|speedscope|format|chrome-trace)| -j' tests/golden/*/cmd); do
	cases+=("$(basename "$(dirname "$cmd")")")
done
known_names case "${cases[@]}" pandas -- "$@"

# The guide's example, as it is printed there
pandas() {
	python3 -c 'import pandas' 2>/dev/null || {
		skip "needs python3-pandas"
		return
	}
	mkdir "$scratch/bin"
	ln -s "$PERFEXPERT" "$scratch/bin/perfexpert"
	sed -n '/^```python$/,/^```$/p' doc/guide.md | grep -v '^```' >"$scratch/example.py"
	cp tests/golden/suggest/in.db "$scratch/app.db"
	(cd "$scratch" && PATH=$scratch/bin:$PATH HOME=$scratch python3 example.py) >"$scratch/said" 2>&1
	if grep -q 'loop at before.c:16 .* 3\.07' "$scratch/said"; then
		ok
	else
		bad "another table" "$scratch/said"
	fi
}
if [ $# -eq 0 ] || [[ " $* " == *" pandas "* ]]; then
	open_case pandas
	pandas
fi
# All at once, as to start Python and to read the schemas takes longer than one case
python3 -c 'import jsonschema' 2>/dev/null
no_validator=$?
with_json=()
for case in "${cases[@]}"; do
	[ $# -gt 0 ] && [[ " $* " != *" $case "* ]] && continue
	rm -rf "$scratch/case"
	cp -r "tests/golden/$case" "$scratch/case"
	export KEEP=$scratch/kept/$case
	mkdir -p "$KEEP"
	(cd "$scratch/case" && timeout 600 bash ./cmd >/dev/null 2>&1 </dev/null)
	# a command that is refused, or that only names the option
	if [ -z "$(ls "$KEEP")" ]; then
		[ $# -eq 0 ] || not_ok "$case: no JSON is written"
		continue
	fi
	with_json+=("$case")
	[ -z "${SCHEMA_KEEP:-}" ] || cp "$KEEP"/*.json "$SCHEMA_KEEP" 2>/dev/null
done
said=$scratch/said
[ $no_validator != 0 ] ||
	tests/schema/validate.py "$scratch"/kept/*/*.json >"$scratch/all" 2>&1
for case in "${with_json[@]}"; do
	open_case "$case"
	if [ $no_validator != 0 ]; then
		skip "needs python3-jsonschema"
	elif grep -F "/kept/$case/" "$scratch/all" >"$said"; then
		bad "not as its schema says" "$said"
	else
		ok
	fi
done
if [ $no_validator = 0 ] && [ ${#with_json[@]} -gt 0 ]; then
	files=("$scratch"/kept/*/*.json)
	grep -q " of ${#files[@]} files are as" "$scratch/all"
	judge $? "all ${#files[@]} files were read"
fi
summary
