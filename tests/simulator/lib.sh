# What the simulator's tests share: the programs that they run, how they are run, and
# what is read of them. Sourced from the project's folder.
# shellcheck shell=bash disable=SC2034,SC2154
. tests/lib.sh
src=tests/simulator
check=$build/tests/simcheck
[ -x "$check" ] || {
	echo "run 'make check-build' first"
	exit 1
}
unset VALGRIND_OPTS
hang=600 # seconds; nothing here takes that long on any machine
dir=$scratch p=$scratch/process

# near NAME GOT WANT, which are whole numbers: within 1 %, or 12 where there are few
near() {
	local d
	if ! [[ $2 =~ ^[0-9]+$ && $3 =~ ^[0-9]+$ ]]; then
		not_ok "$1: got '$2', wanted '$3': no numbers"
		return
	fi
	d=$(($2 > $3 ? $2 - $3 : $3 - $2))
	if [ $((100 * d)) -le "$3" ] || [ $d -le 12 ]; then
		ok "$1: $2 for $3"
	else
		not_ok "$1: got $2, wanted $3 within 1 %"
	fi
}

tool=$(echo "$build"/simulator/perfexpert-sim-*-linux)
if [ ! -x "$tool" ]; then
	skip_rest "Valgrind's headers and libraries are not installed"
fi

# All tools see the same environment when they are started from one folder.
mkdir "$dir/lib"
ln -s "$build"/simulator/* "$dir/lib/"
exec_dir=$(dirname "$(readlink -f "$build/simulator/default.supp")")
plat=${tool##*perfexpert-sim-}
for t in callgrind cachegrind; do
	[ -x "$exec_dir/$t-$plat" ] && ln -s "$exec_dir/$t-$plat" "$dir/lib/"
done
export VALGRIND_LIB=$dir/lib

${CC:-cc} -O1 -g -Wall -o "$dir/process" $src/count/process.c -lpthread -ldl &&
	${CC:-cc} -O2 -g -Wall -o "$dir/exact" $src/count/exact.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/strings" $src/translate/strings.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/misses" $src/memory/misses.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/fp" $src/count/fp.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/fma" $src/translate/fma.c -lm &&
	${CC:-cc} -O1 -g -Wall -fno-builtin -o "$dir/arguments" $src/translate/arguments.c -lm &&
	${CC:-cc} -O2 -g -Wall -o "$dir/pressure" $src/count/pressure.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/predict" $src/predict/predict.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/endless" $src/count/endless.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/clock" $src/time/clock.c -lpthread &&
	${CC:-cc} -O1 -g -Wall -o "$dir/sharing" $src/memory/sharing.c -lpthread &&
	${CC:-cc} -O1 -g -Wall -o "$dir/private" $src/memory/private.c -lpthread &&
	${CC:-cc} -O1 -g -Wall -o "$dir/turns" $src/count/turns.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/halves" $src/count/halves.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/flows" $src/memory/flows.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/values" $src/memory/values.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/levels" $src/memory/levels.c &&
	${CC:-cc} -O1 -g -Wall -o "$dir/chains" $src/timing/chains.c &&
	${CC:-cc} -O1 -DSTEP=3 -shared -fPIC -o "$dir/three.so" $src/count/plugin.c &&
	${CC:-cc} -O1 -DSTEP=5 -shared -fPIC -o "$dir/five.so" $src/count/plugin.c &&
	strip "$dir/three.so" || {
	not_ok "the test programs do not build"
	summary
}

# sim OPTIONS.. -- PROGRAM ARGUMENTS..: one file for each process in $dir/out.*
sim() {
	rm -f "$dir"/out.*
	timeout "$hang" valgrind -q --tool=perfexpert-sim --out-file="$dir/out.%p" \
		--check-code=yes "$@" >"$dir/stdout" 2>"$dir/stderr"
}

# get FILE NAME [MODULE [START SIZE]]: of the same sums several are asked for, which
# are in the file "sums" then
get() {
	local file=$1 name=$2 of=''
	shift 2
	# shellcheck disable=SC2094 # it is not read any more
	[ "$dir/sums" -nt "$file" ] && read -r of <"$dir/sums"
	[ "$of" = "sums $file $*" ] || {
		echo "sums $file $*"
		"$check" "$file" "$@"
	} >"$dir/sums"
	awk -v n="$name" '$1 == n { $1 = ""; print substr($0, 2); exit }' "$dir/sums"
}

# Sums over all processes of what the program itself added.
adds() {
	local total=0 f
	for f in "$dir"/out.*; do
		total=$((total + $(get "$f" fadd process)))
		total=$((total + $(get "$f" fadd 'process (deleted)')))
	done
	echo $total
}

ends() {
	local f
	for f in "$dir"/out.*; do get "$f" end; done | sort | tr '\n' ' '
}

# counted: what is the same in each run of a program. The kernel gives it random
# bytes, which it loads: what the values look like is not (getauxval(3), AT_RANDOM).
counted() { sed '/^process /d; s/ vl=[0-9:]*//' "$dir"/out.*; }

# function_of PROGRAM NAME -> "START SIZE"
function_of() { nm -S "$1" | awk -v n="$2" '$4 == n { print $1, $2 }'; }

# different FILE: lines of what the program wrote that are not those of FILE
different() { diff "$1" "$dir/stdout" | grep -c '^[<>]'; }

# model_of MACHINE FILE: what the timing model is told of it
model_of() { "$build/tests/simmodel" "$1" "$2" 3e9; }

# In each file each tick is some instruction's and some cause's.
adds_up() { # FILE: three times 1 where it does, and something was modelled
	awk '$1 == "i" { for (k = 4; k <= NF; k++) {
			split($k, part, "=")
			if (part[1] == "mn") n += part[2]
			if (part[1] ~ /^m[^n]$/) t += part[2] } }
		$1 == "modelled" { print (n == $3), (t == $4), ($3 > 0) }' "$1"
}
