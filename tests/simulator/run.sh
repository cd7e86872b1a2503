#!/bin/bash
# Tests the simulator itself: exact counts against callgrind and theory, misses
# against cachegrind with the same geometry, and every way a program can end.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=$(realpath "${BUILD:-build}")
src=tests/simulator
check=$build/tests/simcheck
passed=0 failed=0 skipped=0

summary() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ $failed = 0 ]
	exit
}

ok() {
	passed=$((passed + 1))
	echo "ok $*"
}

not_ok() {
	failed=$((failed + 1))
	echo "not ok $*"
}

skip() {
	skipped=$((skipped + 1))
	echo "ok # skip $*"
}

# is NAME GOT WANT
is() {
	if [ "$2" = "$3" ]; then
		ok "$1: $2"
	else
		not_ok "$1: got '$2', wanted '$3'"
	fi
}

# near NAME GOT WANT: within 1 %, or 12 where there are few
near() {
	local d=$(($2 > $3 ? $2 - $3 : $3 - $2))
	if [ $((100 * d)) -le "$3" ] || [ $d -le 12 ]; then
		ok "$1: $2 for $3"
	else
		not_ok "$1: got $2, wanted $3 within 1 %"
	fi
}

tool=$(echo "$build"/simulator/perfexpert-sim-*-linux)
if [ ! -x "$tool" ]; then
	skip "Valgrind's headers and libraries are not installed"
	summary
fi
dir=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT

# All tools see the same environment when they are started from one folder.
mkdir "$dir/lib"
ln -s "$build"/simulator/* "$dir/lib/"
exec_dir=$(dirname "$(readlink -f "$build/simulator/default.supp")")
plat=${tool##*perfexpert-sim-}
for t in callgrind cachegrind; do
	[ -x "$exec_dir/$t-$plat" ] && ln -s "$exec_dir/$t-$plat" "$dir/lib/"
done
export VALGRIND_LIB=$dir/lib

${CC:-cc} -O1 -g -Wall -o "$dir/process" $src/process.c -lpthread -ldl &&
	${CC:-cc} -O2 -g -Wall -o "$dir/exact" $src/exact.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/misses" $src/misses.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/fp" $src/fp.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/sharing" $src/sharing.c -lpthread &&
	${CC:-cc} -O1 -DSTEP=3 -shared -fPIC -o "$dir/three.so" $src/plugin.c &&
	${CC:-cc} -O1 -DSTEP=5 -shared -fPIC -o "$dir/five.so" $src/plugin.c &&
	strip "$dir/three.so" || {
	not_ok "the test programs do not build"
	summary
}

# sim OPTIONS.. -- PROGRAM ARGUMENTS..: one file for each process in $dir/out.*
sim() {
	rm -f "$dir"/out.*
	timeout 60 valgrind -q --tool=perfexpert-sim --out-file="$dir/out.%p" \
		"$@" >"$dir/stdout" 2>"$dir/stderr"
}

# get FILE NAME [MODULE [START SIZE]]
get() {
	local file=$1 name=$2
	shift 2
	"$check" "$file" "$@" | awk -v n="$name" \
		'$1 == n { $1 = ""; print substr($0, 2); exit }'
}

# Sums over all processes of what the program itself added.
adds() {
	local total=0 f
	for f in "$dir"/out.*; do
		total=$((total + $(get "$f" fadd process)))
	done
	echo $total
}

ends() {
	local f
	for f in "$dir"/out.*; do get "$f" end; done | sort | tr '\n' ' '
}

# ---- exact counts ----

# events FILE LINE: the sums of callgrind or cachegrind as "name value" lines
events() {
	awk -v line="$2:" '
		/^events:/ { for (i = 2; i <= NF; i++) name[i] = $i }
		$1 == line { for (i = 2; i <= NF; i++) print name[i], $i }' "$1"
}

event() { awk -v n="$1" '$1 == n { print $2 }' "$dir/events"; }

# our four counts, and callgrind's
ours() {
	set -- "$dir"/out.*
	echo "$(get "$1" exec) $(get "$1" ld) $(get "$1" st) $(get "$1" br)"
}

# callgrind drops the two instructions of a system call that does not return
theirs() {
	echo "$(($(event Ir) + 2 * $1)) $(event Dr) $(event Dw)" \
		"$(($(event Bc) + $(event Bi)))"
}

# exact NAME LOST PROGRAM..: with LOST calls that do not return
exact() {
	local name=$1 lost=$2
	shift 2
	if [ ! -e "$dir/lib/callgrind-$plat" ]; then
		skip "$name: no callgrind"
		return
	fi
	# threads may be switched elsewhere in one run than in another
	for _ in 1 2 3 4 5 6; do
		sim "$@" </dev/null
		# started in the same way, as the environment moves the stack
		timeout 60 valgrind -q --tool=callgrind --cache-sim=yes \
			--branch-sim=yes --callgrind-out-file="$dir/cg" "$@" \
			</dev/null >"$dir/stdout" 2>"$dir/stderr"
		events "$dir/cg" totals >"$dir/events"
		[ "$(ours)" = "$(theirs "$lost")" ] && break
		[ "$name" = threads ] || break
	done
	is "$name: instructions, loads, stores, branches" "$(ours)" \
		"$(theirs "$lost")"
}

exact "side exits, strings, locks" 1 "$dir/exact"
exact "threads" 1 "$dir/process" threads
exact "signal handlers" 26 "$dir/process" signals
exact "generated code" 1 "$dir/process" generated
exact "plugins" 1 "$dir/process" plugins "$dir/three.so" "$dir/five.so"
exact "a system program" 1 gzip -c tests/simulator/run.sh
exact "a shell" 1 sh -c 'for i in 1 2 3 4 5 6 7 8 9; do x=$x$i; done; echo $x'

# ---- misses, with the same geometry ----

misses() {
	local name=$1 sim_options=$2 options=$3 dtlb
	shift 3
	if [ ! -e "$dir/lib/cachegrind-$plat" ]; then
		skip "$name: no cachegrind"
		return
	fi
	# shellcheck disable=SC2086
	sim $sim_options "$@" </dev/null
	# chasing runs what follows a branch before it is decided
	# shellcheck disable=SC2086
	timeout 60 valgrind -q --tool=cachegrind --cache-sim=yes \
		--vex-guest-chase=no $options \
		--cachegrind-out-file="$dir/cg" "$@" \
		</dev/null >"$dir/stdout" 2>"$dir/stderr"
	events "$dir/cg" summary >"$dir/events"
	set -- "$dir"/out.*
	dtlb=$(grep -c page <<<"$name")
	if [ "$dtlb" = 0 ]; then
		near "$name: L1I" "$(get "$1" l1i)" "$(event I1mr)"
		near "$name: L2I" "$(get "$1" l2i)" "$(event ILmr)"
		# what one takes for a read the other takes for a write
		near "$name: L1D" \
			$(($(get "$1" l1d_ld) + $(get "$1" l1d_st))) \
			$(($(event D1mr) + $(event D1mw)))
		near "$name: L2D" \
			$(($(get "$1" l2d_ld) + $(get "$1" l2d_st))) \
			$(($(event DLmr) + $(event DLmw)))
	else
		near "$name: ITLB1" "$(get "$1" itlb1)" "$(event I1mr)"
		near "$name: ITLB2" "$(get "$1" itlb2)" "$(event ILmr)"
		near "$name: DTLB1" "$(get "$1" dtlb1)" \
			$(($(event D1mr) + $(event D1mw)))
		near "$name: DTLB2" "$(get "$1" dtlb2)" \
			$(($(event DLmr) + $(event DLmw)))
	fi
}

misses "patterns, 32 KiB" \
	"--L1D=32768,8,64 --L1I=32768,8,64 --L2=1048576,16,64" \
	"--D1=32768,8,64 --I1=32768,8,64 --LL=1048576,16,64" "$dir/misses"
misses "patterns, 48 KiB of 12 ways" \
	"--L1D=49152,12,64 --L1I=16384,4,64 --L2=262144,8,64" \
	"--D1=49152,12,64 --I1=16384,4,64 --LL=262144,8,64" "$dir/misses"
misses "patterns, direct mapped, long lines" \
	"--L1D=16384,1,256 --L1I=8192,2,128 --L2=131072,4,256" \
	"--D1=16384,1,256 --I1=8192,2,128 --LL=131072,4,256" "$dir/misses"
misses "patterns, sets of 11 and of 3 ways" \
	"--L1D=12288,3,64 --L1I=8192,2,64 --L2=360448,11,64" \
	"--D1=12288,3,64 --I1=8192,2,64 --LL=360448,11,64" "$dir/misses"
misses "a system program, small caches" \
	"--L1D=4096,2,64 --L1I=4096,2,64 --L2=65536,8,64" \
	"--D1=4096,2,64 --I1=4096,2,64 --LL=65536,8,64" \
	gzip -c "$dir/process"
misses "pages, 64 entries of 4 ways" \
	"--DTLB1=64,4,4096 --ITLB1=64,4,4096 --DTLB2=256,8,4096" \
	"--D1=262144,4,4096 --I1=262144,4,4096 --LL=1048576,8,4096" \
	"$dir/misses"
misses "pages, 16 entries, fully associative" \
	"--DTLB1=16,16,4096 --ITLB1=16,16,4096 --DTLB2=64,64,4096" \
	"--D1=65536,16,4096 --I1=65536,16,4096 --LL=262144,64,4096" \
	gzip -c "$dir/process"

# ---- floating point ----

sim "$dir/fp"
if grep -q 'done' "$dir/stdout"; then
	while read -r _ start size _ name; do
		class=${name#fp_}
		n=0 flops=0
		case $class in
		none*) want="0 0 0" ;;
		*)
			lanes=$(tr -dc 0-9 <<<"${class%%_*}")
			[ "$lanes" -gt 1 ] && n=1000
			case $class in
			o*) ;;
			f*) flops=$((2000 * lanes)) ;;
			*) flops=$((1000 * lanes)) ;;
			esac
			want="1000 $n $flops"
			;;
		esac
		case $class in
		a*) c=fadd ;; m*) c=fmul ;; d*) c=fdiv ;; s*) c=fsqrt ;;
		f*) c=fma ;; *) c=fother ;;
		esac
		set -- "$dir"/out.*
		at=("$1" x fp "$start" "$size")
		got="$(get "$1" $c "${at[@]:2}")"
		got="$got $(get "$1" packed "${at[@]:2}")"
		got="$got $(get "$1" flops "${at[@]:2}")"
		is "$name: executions, packed, operations" "$got" "$want"
	done < <(nm -S "$dir/fp" | awk '$4 ~ /^fp_/ { print "-", $1, $2, $3, $4 }')
else
	skip "floating point: this processor has no AVX2 and FMA"
fi

# ---- what is sampled ----

# function NAME -> "START SIZE"
function_of() { nm -S "$1" | awk -v n="$2" '$4 == n { print $1, $2 }'; }

sim "$dir/misses"
set -- "$dir"/out.*
# shellcheck disable=SC2046
is "stride of one number a line" \
	"$(get "$1" stride misses $(function_of "$dir/misses" by_line) |
		awk '{ print $1, ($2 >= 95) }')" "64 1"
# shellcheck disable=SC2046
is "stride of all numbers" \
	"$(get "$1" stride misses $(function_of "$dir/misses" by_unit) |
		awk '{ print $1, ($2 >= 95) }')" "8 1"
# shellcheck disable=SC2046
is "no stride in a random chase" \
	"$(get "$1" stride misses $(function_of "$dir/misses" chase) |
		awk '{ print ($2 <= 10) }')" 1
# shellcheck disable=SC2046
is "bytes used of a line" \
	"$(get "$1" used misses $(function_of "$dir/misses" by_line))" 8
# shellcheck disable=SC2046
is "all bytes used of a line" \
	"$(get "$1" used misses $(function_of "$dir/misses" by_unit))" 64

# ---- how programs end and multiply ----

# ended NAME STATUS "ENDS" ADDS -- OPTIONS PROGRAM
ended() {
	local name=$1 status=$2 how=$3 n=$4
	shift 4
	sim "$@" 2>/dev/null
	is "$name: status, ends, work" "$? $(ends)$(adds)" "$status $how $n"
}

p=$dir/process
{
	ended "return" 7 "exit 7" 1000 "$p" status
	ended "_exit" 5 "exit 5" 1000 "$p" _exit
	ended "fault" 139 "signal 0" 1000 "$p" segv
	ended "SIGTERM" 143 "signal 0" 1000 "$p" term
	ended "abort" 134 "signal 0" 1000 "$p" abort
	ended "fault after threads" 139 "signal 0" 2000 "$p" thread-segv
	ended "threads" 0 "exit 0" 5000 "$p" threads
	ended "signals" 0 "exit 0" 1025 "$p" signals
	ended "fork" 0 "exit 0 exit 3" 1110 "$p" fork
	ended "exec, not followed" 0 "exec 0" 1000 "$p" exec
	ended "exec, followed" 0 "exec 0 exit 0" 2000 --trace-children=yes \
		"$p" exec
	ended "exec that fails" 4 "exit 4" 1001 "$p" execfail
	ended "fork and exec, not followed" 0 "exec 0 exit 0" 1110 "$p" forkexec
	ended "fork and exec, followed" 0 "exec 0 exit 0 exit 0" 2110 \
		--trace-children=yes "$p" forkexec
} 2>/dev/null

sim "$p" threads
is "threads are counted" "$(get "$dir"/out.* threads)" 5
# both threads must get their turns
for gap in 8:yes 256:no 0:no; do
	sim --fair-sched=try "$dir/sharing" ${gap%:*} 3000000
	is "false sharing of numbers ${gap%:*} bytes apart" \
		"$(grep -q ' fs=' "$dir"/out.* && echo yes || echo no)" ${gap#*:}
done
sim "$p" plugins "$dir/three.so" "$dir/five.so" "$dir/three.so"
is "a stripped plugin, loaded twice" \
	"$(get "$dir"/out.* fadd three.so)" 4000
is "another one in its place" "$(get "$dir"/out.* fadd five.so)" 2000
if [ "$plat" = amd64-linux ]; then
	sim "$p" generated
	is "generated code" "$(get "$dir"/out.* exec '[anon]')" 600
fi

start=$SECONDS
sim --limit=2 "$p" forever
is "limit: status, end" "$? $(ends)" "124 limit 0 "
[ $((SECONDS - start)) -le 8 ] && ok "limit: in time" || not_ok "limit: late"
[ "$(get "$dir"/out.* fadd process)" -gt 100000 ] &&
	ok "limit: what was gathered is there" || not_ok "limit: nothing"

# ---- where it can't write, and wrong use ----

mkdir "$dir/shut"
chmod a-w "$dir/shut"
if [ "$(id -u)" = 0 ]; then
	unwritable=/proc/self/out
else
	unwritable=$dir/shut/out
fi
valgrind -q --tool=perfexpert-sim --out-file="$unwritable" "$p" status \
	>/dev/null 2>"$dir/stderr"
is "a folder that can't be written" \
	"$? $(grep -c "cannot write" "$dir/stderr")" "125 1"

wrong() {
	valgrind -q --tool=perfexpert-sim --out-file="$dir/wrong" "$@" true \
		>/dev/null 2>"$dir/stderr"
	[ $? -ne 0 ] && [ ! -e "$dir/wrong" ] && ok "refused: $*" ||
		not_ok "accepted: $*"
}
wrong --L1D=1000,3,64
wrong --L1D=32768,8,60
wrong --L1D=none
wrong --L1D=32768,8
wrong --L2=0,0,0
wrong --fetch=48
wrong --DTLB1=64,5,4096
wrong --L3=99999999999999999999,1,64

# geometry that is no power of two runs too
sim --L3=50331648,12,64 --L2=1310720,20,64 --DTLB1=72,72,4096 \
	--DTLB2=3072,12,4096 --L1I=49152,6,64 "$dir/misses"
is "sets that are no power of two" "$? $(ends)" "0 exit 0 "
sim --L3=none --DTLB2=none --ITLB2=none --TLB2-unified=no "$dir/misses"
set -- "$dir"/out.*
is "levels that are not there" \
	"$(get "$1" l3d_ld) $(get "$1" dtlb2) $(get "$1" itlb2)" "0 0 0"

summary
