#!/bin/bash
# Measurements of a part of a program: of a sample that was simulated, of what ran
# until a signal, and of runs that --resume adds to.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/cli/lib.sh
. tests/cli/lib.sh
# shellcheck source=tests/cli/measure.sh
. tests/cli/measure.sh
# shellcheck source=tests/cli/resumes.sh
. tests/cli/resumes.sh

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
		"$top/tests/simulator/count/process.c" -lpthread -ldl &&
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

	begin "the part is found of a program that reads little at a time"
	if [ "$(uname -m)" != x86_64 ]; then
		skip "instructions are not counted natively here"
	elif ! run_it 0 -v -n 1 -e low -o app.db "$scratch/bin/work" reads 150000 ||
		! leaves app.db || ! valid app.db; then
		return
	elif ! grep -q 'finding the simulated part took' ../err; then
		bad "it was simulated to its end" ../err
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

# A table that is filled once is distinguished from one that is written all the time.
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

run_parts efforts parts tables resumes interrupts -- "$@"
summary
