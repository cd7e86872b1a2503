#!/bin/bash
# Wrong use of perfexpert-run, and right use of unusual programs: one clear line,
# the right exit status, nothing lost, nothing half-written, and the program
# under measurement sees no difference.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/cli/lib.sh
. tests/cli/lib.sh
# shellcheck source=tests/cli/resumes.sh
. tests/cli/resumes.sh
# shellcheck source=tests/cli/ranks.sh
. tests/cli/ranks.sh
# the collector that every host has, whatever counters this one has
with=(--collector simulate)
unset VALGRIND_OPTS
compile victim && compile probe && compile timed && compile maker || exit 1
victim=$scratch/bin/victim probe=$scratch/bin/probe

# measure STATUS ARGUMENT...: out, err and its status
measure() {
	local want=$1

	shift
	run_it "$want" "${with[@]}" "$@"
}

# contains FILE PATTERN
contains() {
	grep -qE -- "$2" "$1" && return
	bad "no '$2' in $1"
	return 1
}

# lacks FILE PATTERN
lacks() {
	! grep -q -e "$2" "$1" || {
		bad "'$1' has '$2'" "$1"
		return 1
	}
}

# refuses NAME STATUS PATTERN ARGUMENT...: before anything has run
refuses() {
	begin "$1"
	local want=$2 pattern=$3
	shift 3
	measure "$want" "$@" && says "$pattern" && leaves && ok
}

# shows STATUS ARGUMENT...: perfexpert-stat's out, err and status
shows() { run=$stat run_it "$@"; }

# shows_not NAME PATTERN ARGUMENT...: wrong use
shows_not() {
	begin "$1"
	local pattern=$2
	shift 2
	shows 2 "$@" && says "$pattern" && leaves && ok
}

# Each interval is a line, whoever ends is named, a signal ends it clean
system_watch() {
	local pid watch stat=$build/perfexpert-stat

	shows_not "watching a program that is to be started" "starts no program" "$victim"
	shows_not "intervals of no length" "0.1 s or more" --interval 0
	shows_not "no intervals" "number of intervals" --count 0
	shows_not "a process by its name" "numbers of processes" -p init
	shows_not "a process that there is not" "no process 2147483646" -p 2147483646

	begin "the whole system"
	shows 0 --interval 0.1 --count 3 --csv -o table.csv &&
		leaves table.csv &&
		{ [ "$(wc -l <table.csv)" = 4 ] || bad "not three rows" table.csv; } &&
		awk -F, 'NR == 2 { exit !($8 + $9 + $10 + $11 + $12 > 99) }' table.csv && ok

	begin "watching keeps what there is"
	echo mine >table.csv
	shows 2 --count 1 -o table.csv && says "exists" &&
		holds table.csv mine && ok

	begin "watching with counters"
	cp "$top/tests/hpcrun/soft.lua" .
	shows 0 --interval 0.2 --count 1 --csv -m ./soft.lua -o table.csv
	if grep -q 'TOT_CYC' table.csv; then
		contains table.csv 'TOT_CYC,TOT_INS,TLB_DM,.*,cpi,' && ok
	else
		skip "perf_event_open is refused here"
	fi

	begin "watching without counters"
	PERFEXPERT_NO_PERF_EVENT=1 shows 0 --interval 0.1 --count 1 &&
		contains ../out 'hardware counters: switched off' && ok

	begin "a process that ends while it is watched"
	sleep 600 &
	pid=$!
	"$stat" --interval 0.1 -p $pid,$pid >table 2>../err &
	watch=$!
	until grep -q "$pid sleep .*0" table; do
		kill -0 $watch || break
		sleep 0.1
	done
	kill $pid
	if wait $watch; then
		contains table "$pid sleep *has ended" &&
			contains table "^process $pid, sleep" && ok
	else
		bad "it failed" ../err
	fi

	begin "watching is told to end"
	"$stat" --interval 0.1 --json >table.json 2>../err &
	pid=$!
	until grep -q '"end_s"' table.json; do
		kill -0 $pid || break
		sleep 0.1
	done
	kill $pid
	if ! wait $pid; then
		bad "it failed" ../err
	elif ! python3 -m json.tool table.json >/dev/null 2>../err; then
		bad "no JSON" ../err
	else
		contains table.json '"totals"' && ok
	fi
}

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

usage() {
	refuses "no program" 2 'no program' -o app.db
	refuses "unknown option" 2 "unknown option.*'--nonsense'" --nonsense "$victim"
	refuses "option without its argument" 2 "output" --output
	refuses "nothing to be done before each run" 2 "needs a command" \
		--prepare " " "$victim"
	refuses "a quote that is not closed" 2 "' is not closed" \
		--prepare "rm 'out" "$victim"
	PMI_RANK=0 PMI_SIZE=2 refuses "each rank would do what is to be done" 2 \
		"in front of the launcher" --prepare true "$victim"
	refuses "limit that is no time" 2 "limit" --limit soon "$victim"
	refuses "effort that is none" 2 "low, normal or full" --effort much \
		"$victim"
	refuses "limit of 0" 2 "limit" --limit 0 "$victim"
	refuses "negative runs" 2 "runs" --runs -1 "$victim"
	refuses "no runs" 2 "runs" --runs 0 "$victim"
	refuses "ranks that go down" 2 "ascending ranks" --ranks 3,1 "$victim"
	refuses "ranks that are none" 2 "ascending ranks" --ranks 1-x "$victim"
	refuses "ranks of what has none" 2 "no ranks" --ranks 0 "$victim"
	refuses "scaling that goes down" 2 "ascending" --scaling 2,1 "$victim"
	refuses "scaling to nothing" 2 "ascending" --scaling 0 "$victim"
	refuses "scaling with more than numbers" 2 "ascending" --scaling 1x \
		"$victim"
	refuses "unknown machine" 2 "machine 'pdp11'" --machine pdp11 "$victim"
	refuses "unknown collector" 2 "collector" --collector magic "$victim"
	refuses "output is empty" 2 "output" -o "" "$victim"
	refuses "output is a folder" 2 "directory" -o "$scratch" "$victim"
	refuses "output in no folder" 3 "no/such" -o no/such/app.db "$victim"
}

# What the machine file's loader takes, the simulator takes (arch/limits.h)
machines() {
	begin "a log has a line of each run, and --quiet none"
	# uniq: a run that another clock samples better is made once more
	measure 0 -n 2 -o app.db "$victim" ok 60 && leaves app.db ran &&
		if [ "$(sed -n 's/^perfexpert-run: \(.*\) took [0-9.]*s$/\1/p' ../err |
			grep -v comparing | uniq | tr '\n' ,)" != \
			'native run 1 of 2,native run 2 of 2,simulated run,' ]; then
			bad "other lines" ../err
		else
			measure 0 -f -q -n 1 -o app.db "$victim" ok 60 &&
				holds ../err '' && ok
		fi

	begin "what the host's memory gives, or why that is not known"
	(
		unset PERFEXPERT_NO_MEMORY
		run_it 0 -v -c simulate -n 1 -o app.db "$victim" ok 60
	) && leaves app.db ran && valid app.db &&
		if grep -q 'the memory was not measured: ' ../err; then
			lacks app.db 'memory-latency-ns=' && ok
		else
			contains ../err ' measured the memory in .* latency' &&
				contains app.db ' memory-latency-ns="[0-9.]+"' && ok
		fi

	begin "machine file beyond what the simulator takes"
	sed 's/branch_bits = 20/branch_bits = 24/' "$top/tests/cli/largest.lua" >own.lua
	measure 3 -o app.db --machine ./own.lua "$victim" ok 60 &&
		says "own\.lua:16: frontend\.branch_bits: wants 4 to 20, not 24$" &&
		leaves own.lua && ok

	begin "the largest machine is simulated"
	measure 0 -q -c simulate -o app.db --machine "$top/tests/cli/largest.lua" \
		"$victim" ok 60 && leaves app.db ran &&
		if grep -q '"L1_DCA"' app.db; then ok; else bad "nothing was simulated"; fi
}

programs() {
	refuses "program missing" 4 "'./nothing'" ./nothing
	refuses "program not in PATH" 4 "'nothing-like-it' in PATH" nothing-like-it
	refuses "program without a name" 4 "no program ''" ""
	refuses "program is a folder" 4 "directory" "$scratch"
	: >"$scratch/bin/plain"
	refuses "not executable" 4 "not executable" "$scratch/bin/plain"
	chmod +x "$scratch/bin/plain"
	refuses "neither ELF nor script" 4 "neither" "$scratch/bin/plain"
	printf '#!/no/such/shell\n' >"$scratch/bin/plain"
	refuses "script without its interpreter" 4 "its interpreter '/no/such/shell' is missing" "$scratch/bin/plain"
	"${CC:-gcc}" -o "$scratch/bin/unloaded" -Wl,--dynamic-linker=/no/such/ld.so \
		"$top/tests/cli/victim.c"
	refuses "program without its dynamic linker" 4 "its dynamic linker '/no/such/ld.so' is missing" "$scratch/bin/unloaded"
	cp "$victim" "$scratch/bin/short"
	truncate -s 30 "$scratch/bin/short"
	refuses "truncated program" 4 "short" "$scratch/bin/short"
	cp "$victim" "$scratch/bin/bits32"
	printf '\001' | dd of="$scratch/bin/bits32" bs=1 seek=4 conv=notrunc 2>/dev/null
	refuses "32-bit program" 5 "32-bit" "$scratch/bin/bits32"
	cp "$victim" "$scratch/bin/foreign"
	printf '\362' | dd of="$scratch/bin/foreign" bs=1 seek=18 conv=notrunc 2>/dev/null
	refuses "foreign program" 4 "another processor" "$scratch/bin/foreign"
	cp "$victim" "$scratch/bin/setuid"
	chmod u+s "$scratch/bin/setuid"
	refuses "setuid program" 5 "setuid" "$scratch/bin/setuid"
}

output() {
	begin "output exists"
	echo precious >app.db
	measure 2 -o app.db "$victim" && says "app.db.*--force" && leaves app.db &&
		[ "$(cat app.db)" = precious ] && ok

	begin "output exists and --force"
	echo old >app.db
	measure 0 -f -o app.db "$victim" && says "wrote 'app.db'" &&
		leaves app.db ran && valid app.db && ok

	begin "output where nothing can be written"
	measure 3 -o /proc/app.db "$victim" && says "/proc/app.db" && leaves && ok

	begin "output in a read-only folder"
	mkdir "$scratch/ro" &&
		if mount -t tmpfs -o ro none "$scratch/ro" 2>/dev/null; then
			mounted+=("$scratch/ro")
			measure 3 -o "$scratch/ro/app.db" "$victim" &&
				says "Read-only" && leaves && ok
		elif [ "$(id -u)" != 0 ]; then
			chmod a-w "$scratch/ro"
			measure 3 -o "$scratch/ro/app.db" "$victim" &&
				says "Permission" && leaves && ok
		else
			skip "root may write everywhere and can't mount here"
		fi

	begin "disk full"
	mkdir "$scratch/full" &&
		if mount -t tmpfs -o size=64k none "$scratch/full" 2>/dev/null; then
			mounted+=("$scratch/full")
			measure 3 -o "$scratch/full/app.db" "$victim" &&
				says "no space" && leaves && ok
		else
			skip "can't mount a small file system here"
		fi

	# The file grows beyond what may be written: as when a disk fills up.
	begin "disk fills up while writing"
	(
		ulimit -f 1
		exec timeout $hang "$run" "${with[@]}" -n 1 -o app.db "$victim" >/dev/null 2>../pipe
	) 2>/dev/null | cat
	status=${PIPESTATUS[0]}
	: >../err
	cat ../pipe >../err 2>/dev/null
	if [ "$status" -lt 2 ] || [ "$status" -gt 5 ]; then
		bad "exit status $status" ../err
	else
		leaves ran && ok
	fi

	begin "default name of the output"
	measure 0 -n 1 "$victim" && leaves ran victim.db && valid victim.db && ok

	begin "no folder for temporary files"
	TMPDIR=/nonexistent/tmp measure 3 -o app.db "$victim" &&
		says "/nonexistent/tmp" && leaves && ok

	begin "help to a full device"
	"$run" --help >/dev/full 2>../err
	status=$?
	if [ $status = 3 ]; then ok; else bad "exit status $status" ../err; fi
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

# Work enough for the bars to stand long before the end
efforts() {
	begin "simulated until the bars stand: --effort low"
	if ! run_it 0 -v -n 1 -e low -o app.db "$victim" exit 3000 ||
		! leaves app.db ran || ! valid app.db; then
		return
	elif grep -q 'all of the program is simulated' ../err; then
		skip "$(sed -n 's/.*is simulated: //p' ../err)"
	elif ! grep -q ' simulated-bars="' app.db; then
		bad "it was not ended" ../err
	elif ! grep -q 'note: simulated .* of the run; bars within' ../report; then
		bad "the report does not say it" ../report
	elif ! grep -q '<errors>' app.db; then
		bad "no intervals" ../report
	else
		ok
	fi

	begin "instructions of each thread"
	"${CC:-gcc}" -O2 -g -o "$scratch/bin/process" \
		"$top/tests/simulator/process.c" -lpthread -ldl &&
		measure 0 -n 1 -o app.db "$scratch/bin/process" uneven &&
		if sed -n 's/.*<spread of="instructions">\([^<]*\)<.*/\1/p' app.db |
			awk 'NR == 1 { exit !(NF == 3 && $2 / $1 > 5 &&
				$2 / $3 > 1.95 && $2 / $3 < 2.05) }'; then
			ok
		else
			bad "not as uneven as they are: $(grep 'of="instructions"' app.db)"
		fi

	# a second or some, by how busy the machine is
	begin "short: windows from all of it"
	compile lookups || return
	run_it 0 -v -n 1 -o app.db "$scratch/bin/lookups" 2000 &&
		leaves app.db && valid app.db &&
		contains app.db ' simulated-share="0\.' &&
		contains app.db ' simulated-bars="' && ok

	begin "simulated whole: --effort full"
	run_it 0 -n 1 -e full -o app.db "$victim" exit 60 && leaves app.db ran &&
		valid app.db && contains app.db ' simulated-share="1"' &&
		contains app.db '<fact fact="operations"' &&
		contains app.db '<fact fact="longest_chain"' && ok

	begin "only the simulated run has threads that wait in the system"
	# shellcheck disable=SC2016 # for the program
	measure 0 -n 1 -o app.db sh -c 'echo "${OMP_WAIT_POLICY-as before}" >>../waits' &&
		leaves app.db &&
		if [ "$(sort -u ../waits | paste -sd,)" = "as before,passive" ]; then
			ok
		else
			bad "they waited: $(paste -sd, ../waits)"
		fi
	rm -f ../waits

	begin "but where the user says how to wait"
	# shellcheck disable=SC2016 # for the program
	GOMP_SPINCOUNT=9 measure 0 -n 1 -o app.db sh -c 'echo "${OMP_WAIT_POLICY-as before}" >>../waits' &&
		leaves app.db &&
		if [ "$(sort -u ../waits)" = "as before" ]; then
			ok
		else
			bad "they waited: $(paste -sd, ../waits)"
		fi
	rm -f ../waits
}

# A program of which all is done by a library, into $scratch/bin
compile_work() {
	"${CC:-gcc}" -O1 -g -DLIBRARY -shared -fPIC \
		-o "$scratch/bin/libwork.so" "$top/tests/cli/work.c" &&
		"${CC:-gcc}" -O1 -g -o "$scratch/bin/work" \
			"$top/tests/cli/work.c" -L"$scratch/bin" -lwork \
			-Wl,-rpath,"$scratch/bin"
}

# Which part of the program was simulated, and whether it stands for the whole
parts() {
	local how

	compile_work || exit 1
	begin "the part is found that a library did"
	if ! run_it 0 -v -n 1 -e low -o app.db "$scratch/bin/work" again 1000 ||
		! leaves app.db || ! valid app.db; then
		return
	elif ! grep -q ' simulated-share="0\.' app.db; then
		bad "not known: $(grep -o 'simulated-share="[^"]*"' app.db)" ../err
	else
		ok
	fi

	for how in '"$0" again 1000; :' 'exec "$0" again 1000'; do
		begin "the part is found of a shell's child: $how"
		if ! run_it 0 -v -n 1 -e low -o app.db sh -c "$how" \
			"$scratch/bin/work" || ! leaves app.db || ! valid app.db; then
			return
			elif ! grep -q ' simulated-share="0\.' app.db; then
			bad "not known: $(grep -o 'simulated-share="[^"]*"' app.db)" \
				../err
		else
			ok
		fi
	done

	begin "a part is not found where a native run does otherwise"
	if ! run_it 0 -v -n 1 -e low -o app.db "$scratch/bin/work" differs 1000 ||
		! leaves app.db || ! valid app.db; then
		return
	elif ! grep -q ': a native run behaves differently' ../err; then
		bad "it was found" ../err
	else
		ok
	fi

	begin "a part without a call that takes time is not enough"
	if ! run_it 0 -v -n 1 -e normal -o app.db "$scratch/bin/work" calls 5000 ||
		! leaves app.db || ! valid app.db; then
		return
	elif ! grep -q 'calls that take much time are made only after' ../err; then
		bad "it was" ../err
	else
		ok
	fi

	begin "it is where only one native run does otherwise"
	rm -f runs
	if ! run_it 0 -v -n 1 -e low -o app.db "$scratch/bin/work" sometimes 1000 ||
		! leaves app.db runs || ! valid app.db; then
		return
	elif ! grep -q ' simulated-share="0\.' app.db; then
		bad "not known: $(grep -o 'simulated-share="[^"]*"' app.db)" ../err
	else
		ok
	fi
	rm -f runs

	begin "a thread's time where another run found the part"
	if ! run_it 0 -v -e normal -o app.db "$scratch/bin/work" again 1000 ||
		! leaves app.db || ! valid app.db; then
		return
	elif sed -n 's/.*purpose="native".* user-s="\([^"]*\)" sys-s="\([^"]*\)".*/\1 \2/p
		s/^<thread .*cpu-s="\([^"]*\)".*/thread \1/p' app.db |
		awk '$1 != "thread" { run = $1 + $2
				least = NR == 1 || run < least ? run : least
				most = run > most ? run : most }
			$1 == "thread" { exit !($2 > 0.7 * least && $2 < 1.4 * most) }'; then
		ok
	else
		bad "not that of the run that was watched: $(grep '<run\|<thread' app.db)"
	fi

	# the set-up's counts are complete long before: they tell nothing of the
	# rest. A turn of the loop has eight instructions at most and takes six cycles.
	begin "a limit after the set-up"
	measure 0 -n 1 --limit 6 -o app.db "$scratch/bin/work" late 100000 || return
	"$report" --values 0.1 app.db | awk '/^late/ { on = 1 }
		on && /overall .*\.\./ { sub(/.*\.\./, ""); print; exit }' >upper
	if [ -s upper ] && awk '{ exit !($1 < 0.6) }' upper; then
		bad "an instruction in less than $(cat upper) cycles"
	else
		leaves app.db upper && ok
	fi

	begin "passed over to its end: what it does changes"
	if ! run_it 0 -v -n 1 -e normal -o app.db "$scratch/bin/work" turns 500 ||
		! leaves app.db || ! valid app.db; then
		return
	elif ! grep -q ' simulated-share="0\.' app.db; then
		bad "not passed over" ../err
	elif ! grep -q 'note: simulated .* of the run; bars within' ../report; then
		bad "the report does not say it" ../report
	elif grep -q '^perfexpert-run: the part' ../err; then
		bad "not to its end" ../err
	else
		ok
	fi
}

# until COMMAND...: waits for it to succeed
until_it() {
	local i

	for ((i = 0; i < hang * 20; i++)); do
		"$@" && return
		sleep 0.05
	done
	return 1
}

# Signals a process as long as the program that it measures runs; true when that
# has ended
has_ended() {
	! pgrep -f "^$victim" >/dev/null || ! kill -"$1" "$2" 2>/dev/null
}

# tell NAME WHEN WAY MS SIGNAL [again]: starts a measurement, waits until the
# command WHEN succeeds, then sends the signal: once, or until the program ends
tell() {
	local when=$2 way=$3 ms=$4 signal=$5 repeat=${6:-} pid child kept_too=''

	[ "$when" != simulating ] || kept_too=1 # the native run has ended

	begin "$1"
	timeout -k 5 $hang "$run" "${with[@]}" -n 1 -o app.db "$victim" "$way" "$ms" \
		>../out 2>../err </dev/null &
	pid=$!
	until_it "$when" || bad "it did not come to it"
	child=$(pgrep -P "$pid" | head -n 1)
	kill -"$signal" "${child:-$pid}" 2>/dev/null # or it has ended
	[ -z "$repeat" ] || until_it has_ended "$signal" "$child"
	wait $pid
	status=$?
	if [ $status != 4 ]; then
		bad "exit status $status instead of 4" ../err
	else
		says "interrupted.*app.db" && leaves app.db ran ${kept_too:+app.db.runs} && valid app.db &&
			contains app.db 'name="work"' && contains app.db 'limited="yes"' && ok
	fi
	if pgrep -f "^$victim" >/dev/null; then
		bad "the program is still there"
	fi
}

started() { [ -e ran ]; }
# The program was started a second time, after its native run
simulating() { [ "$(stat -c %s ran 2>/dev/null)" = 2 ]; }

# What the simulator of the measurement $pid was told: it passes over
passing() {
	local file process

	process=$(pgrep -P "$pid" | head -n 1)
	grep -q 'is simulated: ' ../err && return # or never
	for file in /proc/"$process"/fd/*; do
		[ "$(readlink "$file")" = "/memfd:control (deleted)" ] || continue
		[ "$(head -c 1 "$file")" = l ] && return
	done
	return 1
}

interrupted_light() {
	local pid

	compile_work || exit 1
	begin "Ctrl-C while the program is passed over"
	timeout -k 5 $hang "$run" "${with[@]}" -v -n 1 -e normal -o app.db \
		"$scratch/bin/work" turns 2000 >../out 2>../err </dev/null &
	pid=$!
	until_it passing || bad "it is not passed over"
	kill -INT "$(pgrep -P "$pid" | head -n 1)" 2>/dev/null
	wait $pid
	status=$?
	if [ $status != 4 ]; then
		bad "exit status $status instead of 4" ../err
	elif ! grep -q 'interrupted.*app.db' ../err; then
		bad "it does not say it" ../err
	else
		leaves app.db app.db.runs && valid app.db &&
			contains app.db 'name="TOT_INS"' && ok
	fi
}

interrupts() {
	interrupted_light
	tell "Ctrl-C" started forever 60 INT
	tell "SIGTERM" started forever 60 TERM
	tell "SIGHUP" started forever 60 HUP
	tell "Ctrl-C, handled by the program" started handles 60 INT
	tell "Ctrl-C twice, ignored by the program" started stubborn 60 INT again
	tell "SIGTERM, ignored by the program" started stubborn 60 TERM
	tell "Ctrl-C in the simulated run" simulating ok 2000 INT
	grep -q 'name="TOT_INS"' app.db || bad "the part that was simulated is lost"
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
	local ours='LD_PRELOAD|PERFEXPERT_TIMER_AREA|GLIBC_TUNABLES|_'
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

# The summary goes to stderr, after what the program writes, as time's
summaries() {
	begin "summary at the end"
	measure 0 -q --summary -n 1 -c simulate -o app.db "$victim" ok 60 &&
		leaves app.db ran &&
		if ! grep -qE '^summary of app\.db: .*victim' ../err; then
			bad "no summary" ../err
		elif ! grep -qE '^  MIPS +[0-9.,]+ 10\^6 instructions/s$' ../err ||
			! grep -qE '^  L1 data hits +[0-9.]+ %$' ../err; then
			bad "no metrics" ../err
		elif grep -q 'summary' ../out; then
			bad "on stdout" ../out
		else
			ok
		fi

	begin "at a terminal the answer comes last"
	if python3 -c 'import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' \
		"$run" -n 1 -o tty.db "$victim" burn 300 >../out 2>&1 </dev/null &&
		tr -d '\r' <../out | grep -A1 "wrote 'tty.db'; next: perfexpert tty.db" |
		tail -n 1 | grep -q '^victim: [0-9.]* s' &&
		grep -q '^1  .* % of the time' ../out; then
		ok
	else
		bad "no answer" ../out
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

# What README promises
readme() {
	local word missing=

	begin "README's options exist"
	{ "$run" --help && "$report" --help &&
		sed 's/\\-/-/g' "$top"/doc/*.1; } >../help
	for word in $(grep -oE '[`, ]--[a-z][a-z-]+' "$top/README.md" | tr -d '`, ' | sort -u); do
		grep -q -- "$word" ../help || missing="$missing $word"
	done
	if [ -z "$missing" ]; then ok; else bad "neither in --help nor in a man page:$missing"; fi

	missing=
	begin "README's machines exist"
	for word in $(grep -oE -- '--machine [a-z0-9_]+' "$top/README.md" | cut -d' ' -f2); do
		"$run" --list-machines | grep -q "^$word " || missing="$missing $word"
	done
	if [ -z "$missing" ]; then ok; else bad "unknown:$missing"; fi

	begin "installed programs work without the source tree"
	if ! make -s -C "$top" BUILD="$build" prefix="$scratch/usr" install >../make 2>&1; then
		bad "make install failed" ../make
	else
		cp "$victim" .
		if env -u PERFEXPERT_DATA "$scratch/usr/bin/perfexpert-run" -q -n 1 \
			./victim burn 100 2>../err && leaves ran victim victim.db &&
			env -u PERFEXPERT_DATA "$scratch/usr/bin/perfexpert" 0.1 \
				victim.db >../out 2>../err && grep -q '^work (' ../out; then
			ok
		else
			bad "does not work" ../err
		fi
		make -s -C "$top" BUILD="$build" prefix="$scratch/usr" uninstall >/dev/null 2>&1
		if [ -n "$(find "$scratch/usr" -type f)" ]; then
			bad "uninstall left $(find "$scratch/usr" -type f | head -n 1)"
		fi
	fi
}

# Names that are nobody's idea of a name: shown harmless, taken as they are
names() {
	local odd=$'a\e[31m b'

	begin "a program with an escape code in its name"
	cp "$victim" "./$odd"
	if measure 0 -n 1 "./$odd" ok 100 && leaves ran "$odd" "$odd.db" &&
		says "wrote 'a.x1b\[31m b.db'; next: perfexpert "; then
		if grep -q $'\e' ../err; then
			bad "an escape code reaches the terminal" ../err
		elif ! (PATH=$build:$PATH eval "$(sed -n 's/.*next: //p' ../err)") >../out 2>&1; then
			bad "the next command is none" ../out
		else
			ok
		fi
	fi

	begin "a program that fails, with an escape code in its name"
	cp "$victim" "./$odd"
	if measure 4 -v -n 1 "./$odd" status 200; then
		if grep -q $'\e' ../err; then
			bad "an escape code reaches the terminal" ../err
		else
			ok
		fi
	fi

	begin "an output that looks like an option"
	if measure 0 -n 1 --output=-o.db "$victim" ok 60 && leaves ran -o.db &&
		says "next: perfexpert ./-o.db"; then
		ok
	fi

	begin "a program that does not write over its file"
	if measure 4 -n 3 -o app.db "$victim" once 60 &&
		says "native run 2 exited with status 255, the first with 0; .*--prepare" &&
		leaves app.db ran && valid app.db; then
		if [ "$(grep -c 'purpose="native"' app.db)" = 1 ]; then
			ok
		else
			bad "the run that failed is among the native ones"
		fi
	fi

	begin "its file is removed before each run"
	measure 0 -n 2 -o app.db --prepare "rm -f 'ran'" "$victim" once 60 &&
		leaves app.db ran && valid app.db && has app.db TOT_INS && ok

	begin "what is to be done before each run fails"
	measure 4 -o app.db --prepare false "$victim" ok 60 &&
		says "false' \(--prepare\) exited with status 1" && leaves && ok

	begin "thousands of arguments"
	if measure 0 -n 1 -o app.db "$victim" ok 60 $(seq 20 5020) &&
		leaves app.db ran && valid app.db; then
		if [ "$(grep -c '<arg ' app.db)" = 5004 ]; then
			ok
		else
			bad "$(grep -c '<arg ' app.db) arguments"
		fi
	fi

	begin "a percent sign in TMPDIR"
	mkdir "../tmp%p %q{HOME}%n"
	if TMPDIR="$scratch/tmp%p %q{HOME}%n" measure 0 -n 1 -o app.db "$victim" ok 60 &&
		leaves app.db ran && valid app.db; then
		if grep -q 'name="TOT_INS"' app.db; then
			ok
		else
			bad "nothing was counted" ../err
		fi
	fi
	rmdir "../tmp%p %q{HOME}%n" || bad "something is left in TMPDIR"
}

# A table that is filled once is told from one that is written all the time.
tables() {
	local line

	begin "tables that are written again"
	compile lookups || return
	measure 0 -n 1 -o app.db "$scratch/bin/lookups" 100 && valid app.db || return
	for line in "filled once" "written again"; do
		line=$(grep -n "/\* $line" "$top/tests/cli/lookups.c" | cut -d: -f1)
		grep -o "memref\" access=\"load\"[^>]*lookups.c\" line=\"$line\"[^>]*" app.db |
			grep -o 'rewritten="yes"' || echo no
	done >../tables
	if [ "$(tr '\n' ' ' <../tables)" = 'no rewritten="yes" ' ]; then
		ok
	else
		bad "not told apart" ../tables
	fi
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

run_parts usage system_watch ports machines summaries readme names programs output endings stacks \
	works efforts parts tables resumes out_of_reach interrupts collectors made_code untouched -- "$@"
summary
