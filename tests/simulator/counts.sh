# Exact counts, beside callgrind's and of theory; misses beside cachegrind's with
# the same geometry; and what is sampled.
# shellcheck shell=bash disable=SC2154

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

# both NAME OPTIONS PROGRAM..: the simulator's counts and callgrind's of the same
# program, started by the same shell in the same environment, as that moves the
# stack, and a shell looks at its parent's number. Callgrind counts each step of a
# string instruction.
both() {
	local name=$1 options=$2
	shift 2
	if [ ! -e "$dir/lib/callgrind-$plat" ]; then
		skip "$name: no callgrind"
		return 1
	fi
	rm -f "$dir"/out.* "$dir/cg"
	# shellcheck disable=SC2016 # it is that shell that expands them
	timeout "$hang" bash -c 'd=$1; o=$2; shift 2
		valgrind -q --tool=perfexpert-sim --string-steps=yes \
			--out-file="$d/out.%p" "$@"
		valgrind -q --tool=callgrind --cache-sim=yes --branch-sim=yes $o \
			--callgrind-out-file="$d/cg" "$@"; true' \
		_ "$dir" "$options" "$@" </dev/null >"$dir/stdout" 2>"$dir/stderr"
}

# exact NAME LOST PROGRAM..: with LOST calls that do not return
exact() {
	local name=$1 lost=$2
	shift 2
	both "$name" "" "$@" || return
	events "$dir/cg" totals >"$dir/events"
	is "$name: instructions, loads, stores, branches" "$(ours)" \
		"$(theirs "$lost")"
}

# Where threads wait for one another the C library runs as many instructions as
# the order takes in which they happen to run: only the program's own are the
# same each time. Callgrind's of them are its .text section's.
exact_own() { # NAME PROGRAM..
	local name=$1 start size
	shift
	both "$name" "--skip-plt=no --compress-strings=no" "$@" || return
	awk -v own="$1" '
		/^events:/ { for (i = 2; i <= NF; i++) name[i] = $i; k = NF }
		/^ob=/ { on = substr($0, 4) == own }
		/^calls=/ { inclusive = 1; next }
		/^[0-9+*-]/ {
			for (i = 2; i <= NF && on && !inclusive; i++) n[i] += $i
			inclusive = 0
		}
		END { for (i = 2; i <= k; i++) print name[i], n[i] + 0 }' \
		"$dir/cg" >"$dir/events"
	read -r start size < <(readelf -SW "$1" |
		sed -n 's/.* \.text *PROGBITS *\([0-9a-f]*\) [0-9a-f]* \([0-9a-f]*\) .*/\1 \2/p')
	set -- "$dir"/out.* "${1##*/}" "$start" "$size"
	is "$name: the program's instructions, loads, stores, branches" \
		"$(get "$1" exec "${@:2}") $(get "$1" ld "${@:2}") $(get "$1" st "${@:2}") $(get "$1" br "${@:2}")" \
		"$(theirs 0)"
}

exact "side exits, locks" 1 "$dir/exact"
exact_own "threads" "$dir/process" threads
exact "signal handlers" 26 "$dir/process" signals
exact "generated code" 1 "$dir/process" generated
exact "plugins" 1 "$dir/process" plugins "$dir/three.so" "$dir/five.so"
exact "a system program" 1 gzip -c $src/count/process.c
exact "a shell" 1 sh -c 'for i in 1 2 3 4 5 6 7 8 9; do x=$x$i; done; echo $x'

# ---- repeated string instructions: one each, whatever callgrind makes of them ----

# of FUNCTION NAME: a count of the program strings
of() {
	# shellcheck disable=SC2046
	get "$dir"/out.* "$2" strings $(function_of "$dir/strings" "$1")
}
if [ "$(uname -m)" = x86_64 ]; then
	"$dir/strings" >"$dir/native"
	for own in yes no; do
		sim --own-code=$own "$dir/strings"
		is "string instructions do what they do natively" \
			"$(different "$dir/native")" 0
		is "copies: loads, stores, branches" \
			"$(of copy ld) $(of copy st) $(of copy br)" "102401 102400 100"
		is "copies: instructions" "$(($(of copy exec) / 100))" 6
		is "filled from the middle of a vector: stores" \
			"$(($(of fill st) / 100))" 4
		is "searched: a load for each step" \
			"$(($(of search ld) / 100))" 256
	done
fi

# ---- machine code of our own, and VEX's; and without all that knows VEX's insides ----

# The tool without vex/, in a folder whose name is as long: it moves the stack.
mkdir "$dir/li2"
ln -s "$build"/simulator/* "$dir/li2/"
ln -sf "$(realpath "$build/tests/perfexpert-sim-plain")" \
	"$dir/li2/perfexpert-sim-$plat"
without_vex() { VALGRIND_LIB=$dir/li2 "$@"; }

# few_differ NAME FILE FILE: another tool is another process to the system, and on a
# busy machine an instruction or two of the linker's may miss once more; a fault
# of the translation shows in many.
few_differ() {
	local lines n

	lines=$(wc -l <"$2")
	n=$(diff "$2" "$3" | grep -c '^[<>]')
	if [ "$lines" -gt 0 ] && [ $((n * 100)) -le "$lines" ]; then
		ok "$1"
	else
		not_ok "$1: $n of $lines lines differ"
	fi
}

# as_vex NAME OPTIONS PROGRAM..: all that is counted, and what the program says; but
# not strides, as the linker looks at random numbers, nor conflicts, which depend on
# the order of accesses that are checked together
as_vex() {
	local name=$1 own
	for own in no yes plain; do
		if [ $own = plain ]; then
			# shellcheck disable=SC2086
			without_vex sim --own-code=yes $2 "${@:3}" </dev/null
		else
			# shellcheck disable=SC2086
			sim --own-code=$own $2 "${@:3}" </dev/null
		fi
		cat "$dir"/out.* "$dir/stdout" "$dir/stderr" |
			sed -E '/^process /d
				s/ (sd|s2|fl|ar|vl|cf)=[^ ]*//g' >"$dir/own-$own"
	done
	if [ -s "$dir/own-no" ] && cmp -s "$dir/own-no" "$dir/own-yes"; then
		ok "$name: as VEX's own code"
	else
		not_ok "$name: own code: $(diff "$dir/own-no" "$dir/own-yes" |
			grep -c '^[<>]') lines differ"
	fi
	few_differ "$name: the same without vex/" "$dir/own-no" "$dir/own-plain"
}

as_vex "side exits, locks" "" "$dir/exact"
as_vex "signal handlers" "" "$dir/process" signals
as_vex "generated code" "" "$dir/process" generated
as_vex "more values than registers" "" "$dir/pressure"
as_vex "floating point" "" "$dir/fp"
as_vex "fused multiply-adds" "" "$dir/fma"
as_vex "branches" "" "$dir/predict"
as_vex "patterns, long lines" \
	"--L1D=16384,1,256 --L1I=8192,2,128 --L2=131072,4,256" "$dir/misses"
# without vex/, a repeated string instruction is executed by VEX in steps
as_vex "a system program" "--string-steps=yes" gzip -c $src/count/process.c

# The timing model's account of an instruction depends a little on where what it
# knows of code lies in memory: of all together it is the same.
modelled() { # OPTIONS..: counts without it, and its cycles
	sim --string-steps=yes "$@" --model="$dir/model" gzip -c $src/count/process.c </dev/null
	sed -E '/^(process|modelled) /d; s/ (sd|s2|fl|ar|vl|op|m[a-z0-9])=[^ ]*//g' \
		"$dir"/out.* >"$dir/without"
	sed -n 's/^i .* mu=\([0-9]*\).*/\1/p' "$dir"/out.* |
		awk '{ n += $1 } END { printf "%.0f\n", n }'
}

model_of zen5 "$dir/model"
cycles=$(modelled --own-code=no)
mv "$dir/without" "$dir/own-no"
near "the timing model: cycles, as with VEX's own code" \
	"$(modelled --own-code=yes)" "$cycles"
is "beside the timing model: as VEX's own code" \
	"$(diff "$dir/own-no" "$dir/without" | grep -c '^[<>]')" 0
near "the timing model: cycles, without vex/" "$(without_vex modelled)" "$cycles"
few_differ "beside the timing model: the same without vex/" "$dir/own-no" \
	"$dir/without"

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
	timeout "$hang" valgrind -q --tool=cachegrind --cache-sim=yes \
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
sim --L1D=256,1,64 "$dir/process"
is "a first cache of four lines" "$?" 0
misses "pages, 64 entries of 4 ways" \
	"--DTLB1=64,4,4096 --ITLB1=64,4,4096 --DTLB2=256,8,4096" \
	"--D1=262144,4,4096 --I1=262144,4,4096 --LL=1048576,8,4096" \
	"$dir/misses"
misses "pages, 16 entries, fully associative" \
	"--DTLB1=16,16,4096 --ITLB1=16,16,4096 --DTLB2=64,64,4096" \
	"--D1=65536,16,4096 --I1=65536,16,4096 --LL=262144,64,4096" \
	gzip -c "$dir/process"

# ---- sets that depend on further bits of the address ----

# column BYTES ROWS OPTION..: do so many lines, so far apart, stay in L2?
column() {
	local missed

	sim --L2=1048576,16,64 --L3=none "${@:3}" "$dir/levels" column "$1" "$2"
	# shellcheck disable=SC2046
	missed=$(get "$dir"/out.* l2d_ld levels $(function_of "$dir/levels" column))
	if [ "$missed" -ge "$2" ] && [ "$missed" -le $(($2 + $2 / 20)) ]; then
		echo stay
	elif [ "$missed" -ge $(($2 * 59)) ]; then
		echo miss
	else
		echo "$missed misses"
	fi
}

is "4,096 lines 256 bytes apart, by the address" "$(column 256 4096)" stay
is "512 lines 2 KiB apart, by the address" "$(column 2048 512)" stay
is "1,024 lines 2 KiB apart, by the address" "$(column 2048 1024)" miss
is "1,024 lines 32 KiB apart, by the address" "$(column 32768 1024)" miss
# of pages in frames at any place 256 lines have room, but not in each set
is "96 lines 32 KiB apart, by the address" "$(column 32768 96)" miss
for each in 8192 32768 65536; do
	is "96 lines $each bytes apart, by frames" \
		"$(column "$each" 96 --L2-frames=yes)" stay
	is "1,024 lines $each bytes apart, by frames" \
		"$(column "$each" 1024 --L2-frames=yes)" miss
done
for each in "256 4096" "512 2048" "1024 1024" "2048 1024" "4096 1024" \
	"8192 1024" "32768 1024"; do
	# shellcheck disable=SC2086 # bytes, and as many lines as there are ways
	set -- $each
	# the first and the last row may both begin in one set
	is "$2 lines $1 bytes apart but for a sixteenth, by further bits" \
		"$(column "$1" $(($2 * 15 / 16)) --L2-hashed=6)" stay
	is "twice as many lines $1 bytes apart, by further bits" \
		"$(column "$1" $((2 * $2)) --L2-hashed=6)" miss
done

# ---- what is sampled ----

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
# shellcheck disable=SC2046
is "lines that share a set miss for want of a place" \
	"$(get "$1" conflicts misses $(function_of "$dir/misses" by_set) |
		awk '{ print ($1 > 99) }')" 1
# shellcheck disable=SC2046
is "lines of more than the cache for want of room" \
	"$(get "$1" conflicts misses $(function_of "$dir/misses" by_column) |
		awk '{ n = $1 } END { print (n < 1) }')" 1
# places for a line, by estimates that are some 13 % off each
# shellcheck disable=SC2046
is "one place of each line" \
	"$(get "$1" places misses $(function_of "$dir/misses" by_line) |
		awk '{ print ($1 / $2 > 0.6 && $1 / $2 < 1.7) }')" 1
# shellcheck disable=SC2046
is "all eight places of each line" \
	"$(get "$1" places misses $(function_of "$dir/misses" by_column) |
		awk '{ print ($1 / $2 > 4.8 && $1 / $2 < 13) }')" 1

# per cent of the loads: of zeros, and of subnormal numbers of its type
sim "$dir/values" 40
for values in "of_single 25 2 25" "of_double 0 3 50"; do
	read -r name zeros type small <<<"$values"
	# shellcheck disable=SC2046
	is "values that are loaded: $name" \
		"$(get "$dir"/out.* values values $(function_of "$dir/values" "$name") |
			awk -v z="$zeros" -v t="$type" -v s="$small" '
				function near(a, b) { return a - b < 6 && b - a < 6 }
				{ print near($1, z), near($t, s) }')" "1 1"
done

# per cent of the loads, and how many executions of the store ago
sim "$dir/flows"
for flow in "above 499" "behind 3" "in_place 19999" "never none"; do
	read -r name distance <<<"$flow"
	# shellcheck disable=SC2046
	is "loads of what the loop stored: $name" \
		"$(get "$dir"/out.* flow flows $(function_of "$dir/flows" "$name") |
			awk -v want="$distance" '{ n = $2; part = $1 }
				END { print !n ? "none" : part < 90 ? part : n - want < 2 && want - n < 2 ? want : n }')" \
		"$distance"
done
