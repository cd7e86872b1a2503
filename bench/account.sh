#!/bin/bash
# How near is the timing model? Measures the kernels of tests/kernels on this
# host, and compares the modelled with the measured cycles per instruction of
# the hottest section of each: the factor between them, its median, nine in ten
# and the largest. Cycles are processor time x clock, of RUNS (7) runs the least
# (bench/cycles.c); the section's part of them and its instructions are those of
# one measurement by perfexpert-run.
#
#	bench/account.sh [-m] [-r RUNS] [NAME...]
#
# -m: only the model again; what was timed before in the same folder is kept.
set -u
cd "$(dirname "$0")/.." || exit 1
top=$PWD
build=$(realpath "${BUILD:-build}")
out=$build/kernels/account
runs=7
[ "${1:-}" = -m ] && runs=0 && shift
[ "${1:-}" = -r ] && runs=$2 && shift 2
names=("$@")
export LC_ALL=C PERFEXPERT_DATA=$top
mkdir -p "$out" || exit 1
gcc -O2 -D_GNU_SOURCE -o "$out/cycles" bench/cycles.c || exit 1

wanted() {
	[ ${#names[@]} = 0 ] && return 0
	for n in "${names[@]}"; do [ "$n" = "$1" ] && return 0; done
	return 1
}

compile() { # OUTPUT SOURCE FLAGS..
	local output=$1 source=$2 compiler

	shift 2
	case $source in
	*.c) compiler=gcc ;;
	*.cpp) compiler=g++ ;;
	*.f90) compiler="gfortran -J $out" ;;
	esac
	$compiler -O2 -g -fno-tree-vectorize -ffp-contract=off "$@" \
		-o "$output" "$top/tests/kernels/$source" -lm \
		>"$output.log" 2>&1
}

measure() { # NAME ARGUMENTS..
	local name=$1 samplings

	shift
	cd "$out" || return
	if [ "$runs" -gt 0 ]; then
		rm -f "$name.timed.db"
		./cycles "$runs" "./$name" "$@" >"$name.time" || return
	fi
	samplings=1
	# enough clock samples to tell the section's part
	[ "$runs" = 0 ] || samplings=$(awk '{ n = int(0.5 / $1) + 1
		print (n > 16 ? 16 : n) }' "$name.time")
	timeout 300 "$build/perfexpert-run" -q -f -e full --collector simulate \
		-n "$samplings" -o "$name.db" -- "./$name" "$@" \
		>"$name.log" 2>&1 </dev/null || return
	[ "$runs" = 0 ] || cp "$name.db" "$name.timed.db"
}

# Those that were measured stay in the list, in the order of the kernels.
list=()
while IFS=$'\t' read -r name source _ only flags args _ <&3; do
	wanted "$name" || continue
	[ "$only" != any ] && [ "$only" != "$(uname -m)" ] && continue
	[ "$flags" = - ] && flags=
	# shellcheck disable=SC2086
	if ! compile "$out/$name" "$source" $flags; then
		echo "$name: does not build"
	elif ! (measure "$name" $args); then
		echo "$name: failed"
	else
		list+=("$name")
	fi
done 3< <(lua5.4 tests/kernels/check.lua --list)
lua5.4 bench/account.lua "$out" "${list[@]}"
