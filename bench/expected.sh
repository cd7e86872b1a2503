#!/bin/bash
# Is what perfexpert expects of a suggestion what it gains? Measures the pairs of
# the knowledge base on this host (native pairs, and the side before by the
# simulator), then compares, for those where the suggestion is made, the expected
# with the measured speed-up: Spearman's rank correlation (target 0.7), how many
# are within a factor of 1.5, and how often "at most" was exceeded. The same for
# the share of the time that the bounds tell, which is what is said without an
# account.
#
#	bench/expected.sh [-m] [ID or CATEGORY...]
#	bench/expected.sh -k [NAME...]
#
# -m: nothing is measured again, what an earlier run left is compared
# -k: the kernels of tests/kernels that have a fix, measured by bench/applied.sh,
#     and how many are within 1.5 (target 80 %); both of what they do again and
#     again, without what is got ready before
set -u
cd "$(dirname "$0")/.." || exit 1
build=$(realpath "${BUILD:-build}")
out=$build/expected
export LC_ALL=C
mkdir -p "$out/data/knowledge" "$out/kept" || exit 1

kernels() {
	local name first faster input

	BUILD=$build bench/applied.sh -r "${ROUNDS:-5}" "$@" >"$out/applied" || return
	while IFS=$'\t' read -r name _ first _ _ _ _ _ input; do
		faster=$(awk -v n="$name" '$1 == n { print $3 }' "$out/applied")
		[ -n "$faster" ] || continue
		# shellcheck disable=SC2086
		PERFEXPERT_DATA=$PWD "$build/perfexpert-run" -q -f -n 2 \
			--collector simulate -o "$out/kept/$name.db" -- \
			"$build/kernels/applied/$name.before" $input \
			>"$out/kept/$name.log" 2>&1 </dev/null
		PERFEXPERT_DATA=$PWD "$build/perfexpert" --json --suggest=100 \
			0.01 "$out/kept/$name.db" 2>/dev/null |
			lua5.4 bench/expected.lua --of "$name" "$first" "$faster"
	done < <(lua5.4 tests/kernels/check.lua --applied) >"$out/kernels.txt"
	lua5.4 bench/expected.lua "$out/kernels.txt"
}

if [ "${1:-}" = -k ]; then
	shift
	kernels "$@"
	exit
fi
# The knowledge is copied: what is measured here does not change the repository.
if [ "${1:-}" = -m ]; then
	cp knowledge/*.lua "$out/data/knowledge/" &&
		cp -r "$out/measured" "$out/data/knowledge/" || exit 1
else
	rm -rf "$out/data" && mkdir -p "$out/data" &&
		cp -r arch profile knowledge "$out/data/" || exit 1
	PERFEXPERT_DATA=$out/data "$build/verify-knowledge" \
		--keep "$out/kept" "$@" >"$out/verify.log"
	rm -rf "$out/measured" &&
		cp -r "$out/data/knowledge/measured" "$out/" || exit 1
fi
PERFEXPERT_DATA=$out/data "$build/verify-knowledge" --expected "$out/kept" \
	>"$out/pairs.txt" || exit 1
lua5.4 bench/expected.lua "$out/pairs.txt"
