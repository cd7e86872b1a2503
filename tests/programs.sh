#!/bin/bash
# Unusual programs, right under perfexpert-run: the right exit status, nothing lost,
# and the program under measurement sees no difference.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/cli/lib.sh
. tests/cli/lib.sh
# shellcheck source=tests/cli/measure.sh
. tests/cli/measure.sh
# shellcheck source=tests/cli/ranks.sh
. tests/cli/ranks.sh
compile probe && compile timed && compile maker || exit 1
probe=$scratch/bin/probe

# what a program sends through the ports, by a folder like the system's
ports() {
	local at=fabric/mlx5_0/ports/1

	begin "network ports"
	mkdir -p $at/counters fabric/mlx5_1/ports/1
	echo "4: ACTIVE" >$at/state
	echo "1: DOWN" >fabric/mlx5_1/ports/1/state
	echo "200 Gb/sec (4X HDR)" >$at/rate
	echo 1000 >$at/counters/port_xmit_data
	echo 5000 >$at/counters/port_rcv_data
	echo 4294967295 >$at/counters/port_xmit_packets
	cat >send <<-END
		#!/bin/sh
		[ -e sent ] || echo 251000 >$at/counters/port_xmit_data
		echo 4000 >$at/counters/port_rcv_data
		: >sent
		exec "$victim" burn 100
	END
	chmod +x send
	PERFEXPERT_INFINIBAND=fabric measure 0 -n 1 -o app.db ./send && valid app.db &&
		contains app.db '<port name="mlx5_0/1" host="[^"]*" bytes-per-s="25000000000" sent="1000000"/>' &&
		lacks app.db mlx5_1 && ok
}

# ends NAME STATUS PATTERN WAY: how the program ends; the file is kept
ends() {
	begin "$1"
	# shellcheck disable=SC2086 # a way and its time
	measure "$2" -n 1 -o app.db "$victim" $4 && says "$3" && leaves app.db ran &&
		valid app.db && ok
}

endings() {
	local limit

	ends "program crashes" 4 "signal 11.*app.db" segv
	ends "program aborts" 4 "signal 6.*app.db" abort
	ends "program is killed" 4 "signal 9.*app.db" kill
	ends "program fails" 4 "status 3.*app.db" "status 200"

	begin "program fails at once"
	measure 4 -o app.db "$victim" status 0 && says "status 3 after 0.0.*measured" &&
		leaves ran && holds ran x && ok

	ends "program leaves with _exit" 0 "wrote 'app.db'" exit
	grep -q 'name="TOT_INS"' app.db || bad "no counts after _exit"
	ends "program closes all files" 0 "wrote 'app.db'" closes

	begin "program runs another one"
	measure 0 -n 1 -o app.db "$victim" child && leaves app.db ran && valid app.db &&
		contains app.db '<section kind="procedure" name="work"' && ok

	# it works, then does nothing until the limit is there
	begin "program never ends: --limit"
	for limit in $limits; do
		measure 0 -f -n 1 --limit "$limit" -o app.db "$victim" waits 20 || break
		! grep -q 'name="TOT_INS"' app.db || break
	done
	if leaves app.db ran && valid app.db; then
		if ! grep -q 'name="TOT_INS"' app.db; then
			bad "no counts"
		elif ! grep -qi "limit" ../report; then
			bad "the report does not say it" ../report
		else
			ok
		fi
	fi

	begin "program that ignores signals: --limit"
	measure 0 -n 1 --limit 3 -o app.db "$victim" stubborn 20 && leaves app.db ran &&
		valid app.db && ok
}

collectors() {
	begin "perf_event_open refused"
	# a quarter of a second of CPU time, at a hundred samples a second or more
	if PERFEXPERT_NO_PERF_EVENT=1 measure 0 -n 1 -o app.db "$victim" burn 250 &&
		says "wrote" && leaves app.db ran && valid app.db; then
		"$report" --json app.db >../json
		if lua5.4 -e '
			local s = io.read("a")
			local n = s:match("\"name\":\"work\".-\"samples\":%[([%d.]+)")
			os.exit(n and tonumber(n) >= 10)' <../json; then
			ok
		else
			bad "too few samples in the program's hot procedure" ../report
		fi
	fi

	begin "Valgrind missing"
	timeout $hang env PATH="$scratch/bin" "$run" "${with[@]}" -o app.db "$victim" >../out 2>../err
	status=$?
	if [ $status != 5 ]; then
		bad "exit status $status instead of 5" ../err
	else
		says "[Vv]algrind.*not installed" && leaves && ok
	fi

	begin "a process killed while it wrote its counts"
	# shellcheck disable=SC2016 # it is the script that expands them
	printf '#!/bin/sh\n"%s" "$@"\nstatus=$?\n%s\nexit $status\n' \
		"$(command -v valgrind)" \
		'for d in "$TMPDIR"/perfexpert.*; do echo half >"$d/sim.7.1.tmp"; done' \
		>valgrind
	chmod +x valgrind
	PATH=$PWD:$PATH measure 0 -n 1 -o app.db "$victim" ok 60 &&
		says "wrote" && valid app.db && contains app.db 'name="TOT_INS"' && ok

	begin "AVX-512 that is not known"
	if [ "$(uname -m)" != x86_64 ]; then
		skip "made for x86_64"
	else
		measure 4 -n 1 -o app.db "$victim" unknown 100 &&
			says "AVX-512.*0x62 0xF0.*-march=" && leaves app.db ran &&
			valid app.db && contains app.db 'only the time was measured' &&
			lacks app.db 'name="TOT_INS"' && ok
		begin "AVX-512: what is known is simulated"
		if grep -qw avx512bw /proc/cpuinfo && grep -qw avx512vl /proc/cpuinfo; then
			measure 0 -n 1 -o app.db "$victim" avx512 100 &&
				contains app.db 'name="TOT_INS"' && ok
		else
			skip "this processor has no AVX-512"
		fi
		begin "AVX-512: what was not simulated is not compared"
		measure 0 -n 1 -o one.db "$victim" ok 100 &&
			measure 4 -n 1 -o two.db "$victim" unknown 100 &&
			"$report" 0.1 one.db two.db >../out &&
			contains ../out '^- data accesses .*not measured in input 2' &&
			lacks ../out '>222\|>111' && ok
	fi

	begin "static program"
	if gcc -static -O1 -g -o "$scratch/bin/static" "$top/tests/cli/victim.c" 2>/dev/null; then
		measure 0 -n 1 -o app.db "$scratch/bin/static" ok 60 && leaves app.db ran &&
			valid app.db && contains app.db 'name="work"' && ok
		begin "static program, perf_event_open refused"
		PERFEXPERT_NO_PERF_EVENT=1 measure 5 -o app.db "$scratch/bin/static" &&
			says "static" && leaves && ok
	else
		skip "no static C library"
	fi

	begin "stripped program"
	cp "$victim" "$scratch/bin/stripped"
	strip "$scratch/bin/stripped"
	measure 0 -n 1 -o app.db "$scratch/bin/stripped" ok 60 && leaves app.db ran &&
		valid app.db && contains ../report stripped && ok

	begin "script"
	printf '#!/bin/sh\n"%s" ok 60\n' "$victim" >"$scratch/bin/script"
	chmod +x "$scratch/bin/script"
	measure 0 -n 1 -o app.db "$scratch/bin/script" && leaves app.db ran &&
		valid app.db && contains app.db 'name="work"' &&
		if grep -q script ../err ../report; then
			ok
		else
			bad "nobody says that it is a script" ../err
		fi
}

# What the program sees is the same with and without perfexpert-run.
sees() {
	begin "$1"
	shift
	local arguments=("" "two words" $'new\nline' '$HOME `x` "q" \\' --option -o $'\xff\xfe')
	(
		export STRANGE=$'a\nb' EMPTY=
		trap '' USR1
		ulimit -c 0
		umask 027
		exec 7</dev/null
		printf 'some\ninput' | "$probe" "${arguments[@]}" >../want 2>../want.err
		printf 'some\ninput' | "$run" "${with[@]}" -q -n 2 -o app.db -- "$probe" \
			"${arguments[@]}" >../got 2>../got.err
		echo $? >../status
	)
	# what the runs need: the sampler, the C library's variants and those of the
	# libraries that choose by themselves; and what the shell says of the command
	local ours='LD_PRELOAD|PERFEXPERT_TIMER_AREA|GLIBC_TUNABLES|OPENBLAS_CORETYPE|_'
	ours="$ours|$(sed -nE 's/^\t+\{ "([A-Z_]+)",.*/\1/p' \
		"$top/measure/collect/clock/native_environment.c" | paste -sd '|')"
	for f in got want; do
		grep -avE "^environment ($ours)=" ../$f >../$f.less
	done
	if [ "$(cat ../status)" != 0 ]; then
		bad "exit status $(cat ../status)" ../got.err
	elif ! diff -a ../want.less ../got.less >../diff; then
		bad "the program sees a difference" ../diff
	elif ! diff ../want.err ../got.err >../diff; then
		bad "standard error differs" ../diff
	else
		leaves app.db && ok
	fi
}

untouched() {
	unset PERFEXPERT_DATA
	export PERFEXPERT_DATA=$top
	sees "nothing changes for the program"
	export PERFEXPERT_NO_PERF_EVENT=1
	sees "nothing changes with the timer sampler"
	unset PERFEXPERT_NO_PERF_EVENT

	begin "every run's output on demand"
	measure 0 -q -a -n 2 -o app.db "$probe" && leaves app.db &&
		if [ "$(grep -c '^input' ../out)" = 3 ]; then
			ok
		else
			bad "shown $(grep -c '^input' ../out) times, not 3" ../out
		fi
}

# What has the stack natively has it under the simulator
stacks() {
	begin "arrays on a large stack"
	compile deep || return
	if ! (ulimit -S -s 65536) 2>/dev/null; then
		skip "no stack of 64 MiB is allowed here"
		return
	fi
	(
		ulimit -S -s 65536
		"${run:?}" -q -n 1 "${with[@]}" -o app.db "$scratch/bin/deep" >../out 2>../err
	)
	if [ $? = 0 ] && [ ! -s ../err ]; then
		valid app.db && ok
	else
		bad "it ended otherwise" ../err
	fi
}

# What works for a time may do another amount of work when it is simulated.
works() {
	local another="a different amount of work \(80 iterations of a loop, 40 natively\)"

	begin "another amount of work"
	measure 0 -v -n 1 -o app.db "$scratch/bin/timed" other || return
	contains app.db "$another" && lacks app.db "order of its threads" && leaves app.db && ok

	begin "another amount of work of one thread of two"
	measure 0 -n 1 -o app.db "$scratch/bin/timed" threads &&
		contains app.db "a different amount.*the order of its threads" && leaves app.db && ok

	begin "none, as it fails there"
	measure 4 -n 1 -o app.db "$scratch/bin/timed" fails &&
		says "status 1, natively with 0 .--all-output" &&
		lacks app.db "amount of work" && leaves app.db && ok

	begin "the same amount of work"
	measure 0 -n 1 -o app.db "$scratch/bin/timed" same &&
		lacks app.db "amount of work" && lacks app.db "reads the clock" && ok

	begin "the time is not asked for"
	measure 0 -a -n 1 -o app.db "$scratch/bin/timed" &&
		lacks app.db "reads the clock" && ok
}

# Code that a program makes has the names of its map or dump, however the clock is
# sampled.
made_code() {
	local how what file

	for what in "" dump; do
		for how in "" PERFEXPERT_NO_PERF_EVENT=1; do
			begin "code that the program makes${what:+, in a $what}${how:+, with the timer sampler}"
			env ${how:+"$how"} timeout $hang "$run" -q -n 1 \
				-c simulate -o app.db "$scratch/bin/maker" $what \
				>../out 2>../err </dev/null
			valid app.db &&
				contains app.db 'kind="procedure" name="JS:.count_down".*file="/home/me/a.js" line="7"' &&
				contains app.db 'kind="module" name="\[jit\]"' &&
				{ [ -n "$what" ] || contains app.db 'instructions="200000[12]"'; } &&
				ok
			while read -r file; do
				rm -f "$file"
			done <../out
		done
	done
	begin "code that the program makes, without a name"
	timeout $hang "$run" -q -n 1 -c simulate -o app.db "$scratch/bin/maker" nameless \
		>../out 2>../err </dev/null
	contains app.db '"\[anon\]: code that was generated while the program ran' && ok
}

run_parts endings stacks works ports out_of_reach collectors made_code untouched -- "$@"
summary
