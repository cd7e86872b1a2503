#!/bin/bash
# Does the first suggestion for each kernel of tests/kernels pay? Builds the
# kernel as it is and with the suggestion applied, runs both natively in turn,
# checks that they give the same result, and prints how much faster it became:
# the median of the pairs' quotients, and the least and the largest. No perfexpert
# runs here; that each suggestion is the one that comes first, the test of the
# kernels checks.
#
#	bench/applied.sh [-r ROUNDS] [NAME...]
#
# Exit status 1: a side does not build or run, or the results differ. That one
# does not pay on a busy machine is only said.
set -u
cd "$(dirname "$0")/.." || exit 1
top=$PWD
out=$(realpath "${BUILD:-build}")/kernels/applied
rounds=7
[ "${1:-}" = -r ] && rounds=$2 && shift 2
export LC_ALL=C
mkdir -p "$out" || exit 1

compile() { # OUTPUT SOURCE FLAGS..
	local output=$1 source=$2 compiler
	local common=(-O2 -g -fno-tree-vectorize -ffp-contract=off)

	shift 2
	case $source in
	*.c) compiler=gcc ;;
	*.cpp) compiler=g++ ;;
	*.f90) compiler=gfortran && common+=(-J "$out") ;;
	esac
	$compiler "${common[@]}" "$@" -o "$output" "$top/tests/kernels/$source" \
		-lm >"$output.log" 2>&1
}

# once PROGRAM ARGUMENTS..: its time in seconds; its results in PROGRAM.out
once() {
	local start=$EPOCHREALTIME status

	timeout 120 "$@" >"$1.out" 2>&1 </dev/null
	status=$?
	awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.6f", b - a }'
	return $status
}

# Results may differ by rounding, and those of float-for-double by 1e-6.
same() {
	paste "$1.out" "$2.out" | awk '
		NF == 0 { next }
		NF != 2 { bad = 1 }
		{ d = $1 - $2; if (d < 0) d = -d
		  m = $1 < 0 ? -$1 : +$1
		  if ($1 != $2 && d > 1e-6 * m) bad = 1 }
		END { exit bad }'
}

exec 3>&1
failed=0
fail() {
	printf '%-16s %-24s %s\n' "$name" "$first" "$1" >&3
	failed=1
}

applied() { # ARGUMENTS..
	local before=$out/$name.before after=$out/$name.after

	# shellcheck disable=SC2086
	if ! compile "$before" "$source" $flags ||
		! compile "$after" "$changed" $flags $more; then
		fail "does not build"
		return
	fi
	for ((i = 0; i < rounds; i++)); do
		if ! b=$(once "$before" "$@") || ! a=$(once "$after" "$@"); then
			fail "a run failed"
			return
		fi
		same "$before" "$after" || {
			fail "the results differ"
			return
		}
		echo "$b $a"
	done >"$out/$name.times"
	awk '{ print $1 / $2, $1, $2 }' "$out/$name.times" | sort -n |
		awk -v name="$name" -v first="$first" '
		{ q[NR] = $1; b[NR] = $2; a[NR] = $3 }
		END {
			k = int((NR + 1) / 2)
			printf "%-16s %-24s %6.2f  %6.2f .. %6.2f %8.3f %8.3f%s\n",
				name, first, q[k], q[1], q[NR], b[k], a[k],
				(q[k] > 1 ? "" : "  does not pay here")
		}'
}

wanted() {
	[ ${#names[@]} = 0 ] && return 0
	for n in "${names[@]}"; do [ "$n" = "$1" ] && return 0; done
	return 1
}

names=("$@")
list=$(lua5.4 tests/kernels/check.lua --applied) || exit 1
printf '%-16s %-24s %6s  %16s %8s %8s\n' kernel "first suggestion" faster \
	"least .. most" "before s" "after s"
while IFS=$'\t' read -r name only first source changed flags more args; do
	wanted "$name" || continue
	[ "$only" != any ] && [ "$only" != "$(uname -m)" ] && continue
	[ "$flags" = - ] && flags=
	[ "$more" = - ] && more=
	# shellcheck disable=SC2086
	applied $args
done <<<"$list"
exit $failed
