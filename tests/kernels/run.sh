#!/bin/bash
# Builds the kernels, measures each one with perfexpert-run, compares what
# perfexpert says of it, with a clock of our own choice (given.lua), with
# expect.lua, and the counts of a smaller run with callgrind's.
#
#	tests/kernels/run.sh [-j N] [NAME...]          N (2) at a time
#
# BUILD names the folder of the programs (build); the kernels, their
# measurements and reports stay in BUILD/kernels.
set -u
cd "$(dirname "$0")/../.." || exit 1
top=$PWD
build=${BUILD:-build}
case $build in /*) ;; *) build=$top/$build ;; esac
export build top
export LC_ALL=C PERFEXPERT_DATA=$top
# theory and callgrind know nothing of what the system leaves in the caches
export PERFEXPERT_NO_SYSTEM=1
unset GLIBC_TUNABLES VALGRIND_OPTS
export out=$build/kernels
jobs=2
[ "${1:-}" = -j ] && jobs=$2 && shift 2

if ! command -v lua5.4 >/dev/null; then
	echo "skip kernels: lua5.4, which checks them, is not installed"
	echo "0 passed, 0 failed, ${LEAST:-1} skipped"
	exit 0
fi
mkdir -p "$out" || exit 1

compile() { # NAME SOURCE FLAGS
	local compiler src=$top/tests/kernels/$2
	local common=(-O2 -g -fno-tree-vectorize -ffp-contract=off -Wall)

	case $2 in
	*.c) compiler=gcc ;;
	*.cpp) compiler=g++ ;;
	*.f90) compiler=gfortran && common+=(-J "$out") ;;
	esac
	if ! command -v $compiler >/dev/null; then
		echo "needs $compiler" >"$out/$1.skip"
		return 1
	fi
	if [ -e "$out/$1" ] && [ "$out/$1" -nt "$src" ] &&
		[ "$out/$1" -nt "$top/tests/kernels/kernel.h" ] &&
		[ "$out/$1" -nt "$top/tests/kernels/expect.lua" ]; then
		return 0
	fi
	# shellcheck disable=SC2086
	$compiler "${common[@]}" $3 -o "$out/$1" "$src" -lm >"$out/$1.log" 2>&1
}

# One kernel: build, measure, assess. What went wrong is in NAME.log.
measure() {
	local name source machine only flags args small

	IFS=$'\t' read -r name source machine only flags args small <<<"$1"
	[ "$flags" = - ] && flags=
	[ -r "$top/tests/kernels/$machine.lua" ] &&
		machine=$top/tests/kernels/$machine.lua
	rm -f "$out/$name".{db,given.db,json,suggest.json,skip,log,small.db,callgrind,tlb}
	if [ "$only" != any ] && [ "$only" != "$(uname -m)" ]; then
		echo "made for $only" >"$out/$name.skip"
		return
	fi
	compile "$name" "$source" "$flags" || return
	cd "$out" || return
	# shellcheck disable=SC2086
	timeout 600 "$build/perfexpert-run" --collector simulate --effort full -o "$name.db" --machine "$machine" \
		-- "./$name" $args >"$name.log" 2>&1 </dev/null ||
		echo "perfexpert-run: exit status $?" >>"$name.log"
	lua5.4 "$top/tests/kernels/given.lua" "$name" "$name.db" \
		"$name.given.db" 2>>"$name.log" ||
		echo "given.lua: exit status $?" >>"$name.log"
	timeout 600 "$build/perfexpert" --json --all --machine "$machine" "$name.given.db" >"$name.json" \
		2>>"$name.log" || echo "perfexpert: exit status $?" >>"$name.log"
	timeout 600 "$build/perfexpert" --json --machine "$machine" --suggest 0.1 "$name.given.db" \
		>"$name.suggest.json" 2>>"$name.log" ||
		echo "perfexpert --suggest: exit status $?" >>"$name.log"
	# a smaller run, for a comparison with callgrind on zen5's L1 and L2, sets by the address
	# shellcheck disable=SC2086
	timeout 600 "$build/perfexpert-run" --collector simulate --effort full -q -n 1 \
		-o "$name.small.db" --machine "$top/tests/kernels/by_address.lua" -- "./$name" $small >>"$name.log" 2>&1 </dev/null ||
		echo "small run: exit status $?" >>"$name.log"
	compare callgrind "--branch-sim=yes --I1=32768,8,64 --D1=49152,12,64 --LL=1048576,16,64"
	# zen5's data TLBs: caches whose lines are pages
	compare tlb "--I1=262144,64,4096 --D1=393216,96,4096 --LL=16777216,16,4096"
}

# compare NAME OPTIONS: the same small run under callgrind (of measure's kernel)
compare() {
	# shellcheck disable=SC2086
	timeout 600 valgrind --tool=callgrind --cache-sim=yes \
		--skip-plt=no $2 --compress-strings=no \
		--callgrind-out-file="$name.$1" "./$name" $small \
		>"$name.valgrind" 2>&1 </dev/null ||
		echo "callgrind: exit status $?" >>"$name.log"
}
export -f measure compile compare

list=$(lua5.4 tests/kernels/check.lua --list) || exit 1
if [ $# -gt 0 ]; then
	list=$(for name; do grep "^$name	" <<<"$list"; done)
fi
xargs -d '\n' -P "$jobs" -I {} bash -c 'measure "$1"' _ {} <<<"$list"
lua5.4 tests/kernels/check.lua "$out" "$@"
status=$?
for log in $(cut -f1 <<<"$list"); do
	if [ -s "$out/$log.log" ] && grep -q 'exit status\|error:' "$out/$log.log"; then
		echo "-- $log.log"
		tail -n 5 "$out/$log.log"
	fi
done
exit $status
