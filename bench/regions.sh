#!/bin/bash
# What a pair of region calls costs, in ns of processor time: not measured, with
# the library and without; and in native runs that are measured, as the whole
# run took it (the rest of the program is a loop around the pair).
set -eu
cd "$(dirname "$0")/.."
build=$(realpath "${BUILD:-build}")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
flags=(-O2 -I measure/collect/region/include)
cc "${flags[@]}" -DPERFEXPERT_REGION -o "$dir/linked" tests/regions/pairs.c \
	-L "$build" -Wl,-rpath,"$build" -lperfexpert-region
cc "${flags[@]}" -o "$dir/alone" tests/regions/pairs.c
pairs=200000000

# seconds of processor time of a command
cpu() {
	local TIMEFORMAT='%U'
	{ time "$@" >/dev/null; } 2>&1
}

for what in linked alone; do
	best=$(for _ in 1 2 3; do cpu "$dir/$what" $pairs; done | sort -g | head -n 1)
	awk -v s="$best" -v n=$pairs -v w=$what \
		'BEGIN { printf "%s, not measured: %.2f ns a pair\n", w, s / n * 1e9 }'
done
cd "$dir"
"$build/perfexpert-run" -q -n 2 -c simulate -l 20s -o pairs.db ./linked 20000000 \
	>/dev/null 2>&1 || true
sed -n 's/.*purpose="native".* user-s="\([^"]*\)".*/\1/p' pairs.db | sort -g |
	head -n 1 | awk '{ printf "linked, measured: %.1f ns a pair\n", $1 / 20e6 * 1e9 }'
sed -n 's/.*kind="region".* pair-s="\([^"]*\)".*/\1/p' pairs.db |
	awk '{ printf "as the library timed itself: %.1f ns a pair\n", $1 * 1e9 }'
