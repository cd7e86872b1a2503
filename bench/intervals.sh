#!/bin/bash
# bench/intervals.sh [NAME...]: are the intervals of a simulated pass that was
# ended early honest? Programs of bench/cost.c are simulated whole; at 200 random
# places of each it is seen whether the truth lies within them (intervals.c).
set -u
cd "$(dirname "$0")/.." || exit 1
build=$(realpath "${BUILD:-build}")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
export VALGRIND_LIB=$build/simulator PERFEXPERT_DATA=$PWD
# shellcheck disable=SC2046
cc -std=c11 -D_GNU_SOURCE -O2 -I. -o "$dir/intervals" bench/intervals.c \
	"$build/libperfexpert.a" $(pkg-config --libs libxml-2.0 lua5.4 zlib libdw \
	libelf capstone) -liberty -lm -lpthread || exit 1
cc -O2 -g -fno-inline -o "$dir/cost" bench/cost.c -lm || exit 1
k=0
nm -S "$dir/cost" | while read -r low size kind name; do
	[[ $kind == [tT] && $name != _* ]] || continue
	printf '%d %x %x %s\n' $((++k)) $((16#$low)) \
		$((16#$low + 16#$size)) "$dir/cost"
done | sort -k 2 >"$dir/watch"
sections=$(wc -l <"$dir/watch")
[ $# -gt 0 ] || set -- cg stencil nbody fft join late
for n in "$@"; do
	: >"$dir/slices"
	echo g >"$dir/control"
	valgrind -q --tool=perfexpert-sim --out-file="$dir/out.%p" \
		--watch="$dir/watch" --slices="$dir/slices" \
		--control="$dir/control" "$dir/cost" "$n" 1 >/dev/null 2>&1
	printf '%-10s %s slices: ' "$n" "$(grep -c ^slice "$dir/slices")"
	"$dir/intervals" zen3 "$sections" "$dir/slices"
done
