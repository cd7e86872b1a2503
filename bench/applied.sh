#!/bin/bash
# Does the first suggestion for each kernel of tests/kernels pay? Builds the
# kernel as it is and with the suggestion applied, runs both natively in turn,
# checks that they give the same result, and prints how much faster it became:
# the quotient of the least times, and the least and the largest of the pairs'.
# Their last argument is how much is done. The program that is told to do three
# times as much, less the program as it is, has nothing but the work in it: what
# is got ready before, which the changed kernel often does otherwise, is in
# neither. No perfexpert runs here; that each suggestion is the one that comes
# first, the test of the kernels checks.
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
	local set_up=0 thrice=("$@")

	if [ "$part" = part ]; then
		set_up=1 thrice=("${@:1:$#-1}" $((3 * ${!#})))
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
		echo "$b $a $(once "$before" "${thrice[@]}") $(once "$after" "${thrice[@]}")"
	done >"$out/$name.times"
	awk -v name="$name" -v first="$first" -v set_up="$set_up" '
		function least(i) { if (NR == 1 || $i < of[i]) of[i] = $i }
		{ for (i = 1; i <= 4; i++) least(i)
		  q = $1 / $2
		  if (NR == 1 || q < low) low = q
		  if (NR == 1 || q > high) high = q }
		END {
			b = set_up ? (of[3] - of[1]) / 2 : of[1]
			a = set_up ? (of[4] - of[2]) / 2 : of[2]
			if (a < 0.0005) a = 0.0005
			printf "%-16s %-24s %6.2f  %6.2f .. %6.2f %8.3f %8.3f%s\n",
				name, first, b / a, low, high, b, a,
				(b > a ? "" : "  does not pay here")
		}' "$out/$name.times"
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
while IFS=$'\t' read -r name only first source changed flags more part args; do
	wanted "$name" || continue
	[ "$only" != any ] && [ "$only" != "$(uname -m)" ] && continue
	[ "$flags" = - ] && flags=
	[ "$more" = - ] && more=
	# shellcheck disable=SC2086
	applied $args
done <<<"$list"
exit $failed
