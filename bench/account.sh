#!/bin/bash
# How near is the timing model? Measures the kernels of tests/kernels on this
# host, and compares the modelled with the measured cycles per instruction of
# the hottest section of each: the factor between them, its median, nine in ten
# and the largest. No perfexpert of a busy machine is more right than its clock
# samples: of ROUNDS (3) measurements the one with the fewest cycles counts.
#
#	bench/account.sh [-r ROUNDS] [NAME...]
set -u
cd "$(dirname "$0")/.." || exit 1
top=$PWD
build=$(realpath "${BUILD:-build}")
out=$build/kernels/account
rounds=3
[ "${1:-}" = -r ] && rounds=$2 && shift 2
names=("$@")
export LC_ALL=C PERFEXPERT_DATA=$top
mkdir -p "$out" || exit 1

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
	local name=$1
	shift
	for ((i = 0; i < rounds; i++)); do
		(cd "$out" && timeout 300 "$build/perfexpert-run" -q -f \
			--collector simulate -o "$name.$i.db" -- "./$name" "$@" \
			>"$name.log" 2>&1 </dev/null) &&
			"$build/perfexpert" --json --all "$out/$name.$i.db" \
				>"$out/$name.$i.json" || echo "$name: failed"
	done
}

rm -f "$out"/*.json
while IFS=$'\t' read -r name source _ only flags args _ <&3; do
	wanted "$name" || continue
	[ "$only" != any ] && [ "$only" != "$(uname -m)" ] && continue
	[ "$flags" = - ] && flags=
	# shellcheck disable=SC2086
	compile "$out/$name" "$source" $flags || {
		echo "$name: does not build"
		continue
	}
	# shellcheck disable=SC2086
	measure "$name" $args
	echo "$name"
done 3< <(lua5.4 tests/kernels/check.lua --list) >"$out/done"
grep ':' "$out/done"
# shellcheck disable=SC2046 # a list of names
lua5.4 bench/account.lua "$out" "$rounds" $(grep -v ':' "$out/done")
