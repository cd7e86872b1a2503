#!/bin/bash
# Nothing of the user's is lost, whatever goes wrong: files of the program and
# of other runs, devices, pipes and links, inputs, the program itself.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/cli/lib.sh
compile victim && compile refuse && compile awkward -lpthread &&
	compile fail -shared -fPIC && mv "$scratch/bin/fail" "$scratch/bin/fail.so" ||
	exit 1
victim=$scratch/bin/victim refuse=$scratch/bin/refuse awkward=$scratch/bin/awkward
sample=$top/tests/golden/suggest/in.db

# A program that makes a file and works for a moment
writer() {
	printf '#!/bin/sh\n%s\n"%s" ok 50\n' "$1" "$victim" >"$scratch/bin/writer"
	chmod +x "$scratch/bin/writer"
	writer=$scratch/bin/writer
}

own_files() {
	begin "a file that the program writes under our name"
	writer 'echo mine >app.db'
	run_it 0 -n 1 -o app.db "$writer" &&
		says "wrote 'app.2.db', because a 'app.db' appeared" &&
		holds app.db mine && leaves app.db app.2.db ran && valid app.2.db && ok

	begin "the same where files need a name while they are written"
	ends_with 0 "$refuse" tmpfile,renameat2 "$run" -n 1 -o app.db "$writer" &&
		says "wrote 'app.2.db'" && holds app.db mine &&
		leaves app.db app.2.db ran && valid app.2.db && ok

	begin "two runs at once on one output"
	mkdir ../started
	# shellcheck disable=SC2016 # it is the script that expands them
	writer 'echo >../started/$$
while set -- ../started/* && [ $# -lt 2 ]; do :; done'
	timeout $hang "$run" -q -n 1 -o app.db "$writer" 2>../err1 &
	timeout $hang "$run" -q -n 1 -o app.db "$writer" 2>../err2
	wait $!
	cat ../err1 ../err2 >../err
	says "wrote 'app.2.db'" && leaves app.db app.2.db ran && valid app.db &&
		valid app.2.db && ok

	begin "--resume without anything to go on with"
	echo precious >app.db
	run_it 2 --resume -o app.db "$victim" && says "'app.db' exists" &&
		holds app.db precious && leaves app.db && ok
}

# The output is an input by another name.
inputs() {
	begin "output over the program"
	cp "$victim" app
	run_it 2 -f -o app ./app && says "'app' is read by this command and would be overwritten" && leaves app &&
		cmp -s app "$victim" && ok

	begin "output over an argument of the program"
	echo precious >in
	ln -s in link
	run_it 2 -f -o link "$victim" ok 1 in && says "'link' is read by this command and would be overwritten" &&
		holds in precious && leaves in link && ok

	begin "output over standard input"
	echo precious >in
	# shellcheck disable=SC2094 # this is what must not be done
	timeout $hang "$run" -f -o in "$victim" <in >../out 2>../err
	status=$?
	if [ $status = 2 ]; then
		says "'in' is read by this command and would be overwritten" && holds in precious && leaves in && ok
	else
		bad "not refused" ../err
	fi

	begin "output over the machine file"
	cp "$top/arch/zen4.lua" mine.lua
	run_it 2 -f -m ./mine.lua -o mine.lua "$victim" &&
		says "'mine.lua' is read by this command and would be overwritten" && leaves mine.lua &&
		cmp -s mine.lua "$top/arch/zen4.lua" && ok

	begin "report over the measurement"
	cp "$sample" app.db
	ln app.db hard
	for option in "-o app.db" "--html app.db" "-o hard"; do
		# shellcheck disable=SC2086 # an option and its value
		ends_with 2 "$report" $option 0.1 app.db || return
		grep -q "would be overwritten" ../err || bad "$option: not said" ../err
	done
	cmp -s app.db "$sample" && leaves app.db hard && ok

	begin "report over a source file"
	cp "$sample" app.db
	source=$(grep -o 'file="[^"/]*\.[cf][a-z0-9]*"' app.db | head -n 1 | cut -d'"' -f2)
	echo "int precious;" >"$source"
	ends_with 2 "$report" --html "$source" 0.1 app.db &&
		holds "$source" "int precious;" && leaves app.db "$source" && ok
}

# Devices, pipes and links stay what they are.
streams() {
	begin "output to a device"
	if mknod null c 1 3 2>/dev/null; then
		run_it 0 -q -n 1 -o null "$victim" && [ -c null ] && leaves null ran &&
			cp "$sample" app.db &&
			ends_with 0 "$report" --html null 0.1 app.db && [ -c null ] &&
			ends_with 0 "$report" -o null 0.1 app.db && [ -c null ] && ok
	else
		skip "only root can make a device"
	fi

	begin "output to a pipe, to a link and to standard output"
	mkfifo pipe
	cat pipe >piped.db &
	run_it 0 -q -n 1 -o pipe "$victim" && wait $! && valid piped.db &&
		ln -s real.db link && run_it 0 -q -n 1 -o link "$victim" &&
		[ -L link ] && valid real.db &&
		timeout $hang "$run" -q -n 1 -o /dev/stdout "$victim" >out.db 2>../err &&
		valid out.db && leaves pipe piped.db link real.db out.db ran && ok

	begin "a measurement through a pipe"
	cp "$sample" app.db
	"$report" 0.1 app.db | sed 's/app.db/FILE/' >../want
	"$report" 0.1 <(cat app.db) 2>../err | sed 's@/dev/fd/[0-9]*@FILE@' >../got
	if cmp -s ../want ../got; then
		gzip -k app.db
		"$report" 0.1 <(cat app.db.gz) 2>../err |
			sed 's@/dev/fd/[0-9]*@FILE@' >../got
		if cmp -s ../want ../got; then ok; else bad "compressed: differs" ../err; fi
	else
		bad "differs" ../err
	fi

	begin "a machine file through a pipe that nobody writes to"
	mkfifo pipe
	run_it 3 --machine ./pipe -o app.db "$victim" && says "nobody writes to the pipe" &&
		leaves pipe && ok

	begin "a machine file through a pipe"
	if timeout $hang "$run" -q -n 1 --machine <(cat "$top/arch/zen4.lua") -o app.db \
		"$victim" >../out 2>../err; then
		ends_with 0 "$report" --machine zen4 app.db && ok
	else
		bad "failed" ../err
	fi
}

# as_rank RANK STATUS: one of two ranks
as_rank() {
	ends_with "$2" env OMPI_COMM_WORLD_RANK="$1" OMPI_COMM_WORLD_SIZE=2 \
		"$run" -q -n 1 -o app.db "$victim"
}

# The names of ranks' parts can be guessed.
parts() {
	local first rank

	begin "a link where a rank's part will be"
	echo precious >../secret
	as_rank 0 0 || return
	first=$(echo app.db.part-*.00000)
	ln -s ../secret "${first%0}1"
	as_rank 1 0 && holds ../secret precious && leaves app.db ran && valid app.db && ok

	begin "the ranks' file has a name that a shell would take apart"
	# shellcheck disable=SC2016 # it is a name
	for rank in 0 1; do
		env OMPI_COMM_WORLD_RANK=$rank OMPI_COMM_WORLD_SIZE=2 \
			"$run" -n 1 -o 'a $(b).db' "$victim" >../out 2>../err </dev/null
	done
	says "next: perfexpert 'a [$][(]b[)].db'\$" && ok

	begin "a pipe where a rank's part will be"
	mkfifo "${first%0}1"
	as_rank 0 0 && [ ! -e app.db ] && [ -p "${first%0}1" ] &&
		run_it 3 --merge -o none.db "${first%0}1" &&
		says "00001: not a regular file" && [ ! -e none.db ] &&
		run_it 4 -q --merge -o app.db "$first" "${first%0}1" &&
		says "left out: .*00001: not a regular file" && valid app.db && ok
}

# What other users can put into a folder for all, as /tmp is.
planted() {
	local part holder

	if [ "$(id -u)" != 0 ]; then
		begin "what others put into a folder for all"
		skip "only root can give files away"
		return
	fi
	begin "another user's link in a folder for all"
	cp "$sample" app.db
	mkdir shared && chmod 1777 shared
	ln -s ../mine shared/link && chown -h 65534:65534 shared/link
	ln -s ../own shared/own
	ends_with 3 "$report" -o shared/link 0.1 app.db &&
		ends_with 3 "$report" --html shared/link 0.1 app.db && [ ! -e mine ] &&
		ends_with 0 "$report" -o shared/own 0.1 app.db && [ -s own ] && ok

	begin "another user's pipe in a folder for all"
	cp "$sample" app.db
	mkdir shared && chmod 1777 shared
	mkfifo shared/pipe && chown 65534:65534 shared/pipe
	ends_with 2 "$report" -o shared/pipe 0.1 app.db &&
		run_it 2 -f -o shared/pipe "$victim" && says "'shared/pipe' is a pipe of another user" && ok

	begin "another user's file in a folder for all"
	cp "$sample" app.db
	mkdir shared && chmod 1777 shared
	echo theirs >shared/page && chown 65534:65534 shared/page
	ends_with 2 "$report" --html shared/page 0.1 app.db &&
		run_it 2 -f -o shared/page "$victim" && says "'shared/page' is a file of another user" &&
		holds shared/page theirs && ok

	begin "another user's lock beside the ranks' parts"
	as_rank 0 0 || return
	part=$(echo app.db.part-*.lock)
	chown 65534:65534 "$part"
	flock "$part" sleep 20 &
	holder=$!
	as_rank 1 3 && says "can't lock '.*': it is another user's" && [ ! -e app.db ] && ok
	kill $holder
	wait $holder 2>/dev/null
}

# What a program sees of the files and the memory that we share with it, where
# new files are open to all
private() {
	begin "others can't read or change what we share with the program"
	if ! "$refuse" perf_event_open true; then
		skip "filters of system calls can't be installed here"
		return
	fi
	cat >"$scratch/bin/looks" <<'END'
#!/bin/bash
{
	find "$TMPDIR" -mindepth 1 -maxdepth 1 -printf 'folder %m\n'
	awk -v p="$PPID" 'NR > 1 && $5 == p { printf "memory %s\n", substr($3, length($3) - 2) }' \
		/proc/sysvipc/shm
} >>../seen
END
	chmod +x "$scratch/bin/looks"
	(umask 0 && ends_with 0 "$refuse" perf_event_open "$run" -n 1 -o app.db \
		"$scratch/bin/looks") || return
	sort -u ../seen >../kinds
	if [ "$(cat ../kinds)" = $'folder 700\nmemory 600' ]; then ok
	else bad "others may" ../kinds; fi
}

# It has the file open and blocks SIGTERM (bit 14).
reads() {
	find "/proc/$1/fd" -lname "*/$2" 2>/dev/null | grep -q . &&
		grep -qE '^SigBlk:\s+[0-9a-f]*[4-7c-f][0-9a-f]{3}$' "/proc/$1/status"
}

# Numbers are read and written with points, whatever the user's language says.
languages() {
	local name

	cp "$sample" "$scratch/sample.db"
	cd "$TMPDIR" || return
	"$report" --values 0.1 ../sample.db >../want 2>/dev/null
	"$report" --json 0.1 ../sample.db >../want.json 2>/dev/null
	for name in de_DE tr_TR; do
		begin "a language with decimal commas ($name)"
		if ! localedef -i $name -f UTF-8 "$PWD/$name.UTF-8" >/dev/null 2>&1; then
			skip "no localedef, or no description of $name"
			continue
		fi
		ends_with 0 env LOCPATH="$PWD" LC_ALL=$name.UTF-8 "$report" --values 0.1 ../sample.db &&
			cmp -s ../out ../want &&
			ends_with 0 env LOCPATH="$PWD" LC_ALL=$name.UTF-8 "$report" --json 0.1 ../sample.db &&
			cmp -s ../out ../want.json &&
			ends_with 0 env LOCPATH="$PWD" LC_ALL=$name.UTF-8 "$run" -q -n 1 -o app.db "$victim" &&
			valid app.db && ok
	done
}

# A program of so many bytes that we read for longer than anybody waits
long_phases() {
	local signal pid

	for signal in INT TERM HUP; do
		begin "SIG$signal while a huge program is read"
		cp "$victim" app && truncate -s 1T app || return
		# as from a shell with jobs: what is started by & ignores SIGINT, and
		# what nohup starts SIGHUP
		env --default-signal=INT,HUP,TERM "$run" -q -n 1 -o app.db ./app >../out 2>../err </dev/null &
		pid=$!
		if ! until_ reads $pid app; then
			bad "it never read the program" ../err
			kill -9 $pid
			return
		fi
		kill -$signal $pid
		wait $pid
		status=$?
		if [ $status = $((128 + $(kill -l $signal))) ]; then
			says "ended by a signal" && leaves app && ok
		else
			bad "exit status $status" ../err
		fi
	done
}

# A measurement that is there is not given up for one of which a part is missing.
forced() {
	local call

	begin "a measurement to be replaced"
	run_it 0 -n 2 -o app.db "$victim" || return
	ok
	cp app.db "$scratch/good.db"
	for call in fork:2 signalfd:2 pipe2:3 word:2 fork:2+; do
		begin "--force when a later run can't start ($call)"
		cp "$scratch/good.db" app.db
		ends_with 4 env LD_PRELOAD="$scratch/bin/fail.so" FAIL=$call \
			"$run" -f -n 2 -o app.db "$victim" &&
			says "can't start the program.*in 'app.2.db', 'app.db' was not changed" &&
			cmp app.db "$scratch/good.db" && leaves app.db app.2.db ran &&
			valid app.2.db && ok
	done

	begin "--force when no run can start"
	cp "$scratch/good.db" app.db
	ends_with 3 env LD_PRELOAD="$scratch/bin/fail.so" FAIL=word:1+ \
		"$run" -f -n 2 -o app.db "$victim" && says "can't start the program" &&
		cmp app.db "$scratch/good.db" && leaves app.db && ok

	begin "--force over what has less"
	"$refuse" perf_event_open true
	ends_with 4 env LD_PRELOAD="$scratch/bin/fail.so" FAIL=fork:2+ \
		"$run" -n 1 -o app.db "$victim" && says "in 'app.db'\$" &&
		run_it 0 -f -n 1 -o app.db "$victim" && says "wrote 'app.db'" &&
		has app.db TOT_INS && leaves app.db ran && ok
}

# sampled FILE N: so many clock samples at least
sampled() {
	local n

	n=$(grep -m 1 -o "<samples>[0-9]*" "$1" | tr -dc 0-9)
	[ "${n:-0}" -ge "$2" ] && return
	bad "it has only ${n:-no} samples"
	return 1
}

# survives NAME STATUS PATTERN COMMAND...: under a filter that refuses
# perf_event_open, as containers have it
survives() {
	local status=$2 pattern=$3

	begin "$1"
	shift 3
	ends_with "$status" "$refuse" perf_event_open "$run" -n 1 -o app.db "$@" &&
		says "$pattern" && leaves app.db && valid app.db &&
		has app.db TOT_CYC TOT_INS && sampled app.db 5 && ok
}

sampler() {
	local wrote="wrote 'app.db'; next:" limit

	if ! "$refuse" perf_event_open true; then
		begin "filters of system calls"
		skip "can't be installed here"
		return
	fi
	survives "a program, perf_event_open refused" 0 "$wrote" "$awkward"
	survives "all signals get their default action" 0 "$wrote" "$awkward" defaults
	survives "all signals are blocked" 0 "$wrote" "$awkward" blocks
	survives "the sampler's signal is the program's too" 0 "$wrote" "$awkward" own
	survives "files may not grow" 0 "$wrote" "$awkward" fsize
	# shellcheck disable=SC2016 # it is the script that expands them
	writer 'rm -rf "${TMPDIR:?}"/* "${TMPDIR:?}"/.[!.]*'
	sed -i "s|ok 50|ok 100|;s|ok 100|&; rm -f ran|" "$writer"
	survives "the program empties TMPDIR" 0 "$wrote" "$writer"

	mkdir "$scratch/small"
	if mount -t tmpfs -o size=16k none "$scratch/small" 2>/dev/null; then
		mounted+=("$scratch/small")
		mkdir "$scratch/small/tmp"
		head -c 1M /dev/zero >"$scratch/small/full" 2>/dev/null
		TMPDIR=$scratch/small/tmp survives "TMPDIR is full" 0 "$wrote" \
			"$awkward"
	else
		begin "TMPDIR is full"
		skip "can't mount a small file system here"
	fi

	begin "perf_event_open refused when the run begins"
	ends_with 0 "$refuse" perf_of_child "$run" -n 1 -o app.db "$awkward" &&
		says "$wrote" && leaves app.db && valid app.db &&
		grep -q "<samples>" app.db && ok

	begin "perf_event_open and shared memory refused"
	ends_with 5 "$refuse" perf_event_open,shmget "$run" -n 1 -o app.db "$awkward" &&
		says "the system refuses shared memory for the samples" && leaves && ok

	mkdir "$scratch/a b:c\$d"
	cp -R "$build"/perfexpert-run "$build"/perfexpert-preload.so "$build"/simulator \
		"$scratch/a b:c\$d"
	run="$scratch/a b:c\$d/perfexpert-run" survives \
		"installed where blanks and colons are in the path" 0 "$wrote" "$awkward"

	begin "a library that can't be loaded"
	mkdir ../libexec
	ln -s "$build/simulator" ../libexec
	echo nonsense >../libexec/perfexpert-preload.so
	ends_with 4 env PERFEXPERT_LIBEXEC="$PWD/../libexec" "$refuse" perf_event_open \
		"$run" -n 1 -o app.db "$awkward" &&
		says "time is unknown: the library.*what was measured is in 'app.db'" &&
		leaves app.db && has app.db TOT_INS && ok
}

input() {
	begin "an open pipe as input is not waited for"
	mkfifo ../open
	sleep 1000 >../open &
	local sleeper=$!
	timeout -k 5 $hang "$run" -n 2 -o app.db "$victim" >../out 2>../err <../open
	status=$?
	kill $sleeper
	if [ $status = 0 ]; then says "wrote" && leaves app.db ran && ok
	else bad "exit status $status" ../err; fi

	begin "each run gets the same input"
	seq 50000 >../want
	cat ../want ../want ../want >../want3
	# shellcheck disable=SC2002 # it has to be a pipe
	cat ../want | timeout $hang "$run" -q -a -n 2 -o app.db "$(command -v cat)" \
		>../out 2>../err
	if cmp ../out ../want3 >../diff 2>&1; then leaves app.db && ok
	else bad "differs" ../diff; fi

	begin "no more input is read than the program reads"
	# shellcheck disable=SC2002 # it has to be a pipe
	seq 200000 | {
		timeout $hang "$run" -q -n 1 -o app.db "$victim" 2>../err
		wc -l >../left
	}
	if [ "$(cat ../left)" -gt 150000 ]; then leaves app.db ran && ok
	else bad "only $(cat ../left) lines are left" ../err; fi

	begin "more input than is kept"
	yes | timeout $hang "$run" -n 2 --input-limit 100K -o app.db \
		"$(command -v awk)" 'NR == 1000000 { print NR; exit }' >../out 2>../err
	status=$?
	if [ $status != 4 ] || [ "$(cat ../out)" != 1000000 ]; then
		bad "exit status $status, '$(cat ../out)'" ../err
	else
		says "standard input is too long to store.*--input-limit" &&
			leaves app.db && valid app.db && ok
	fi
}

# until COMMAND...: waits for it to succeed
until_() {
	local i

	for ((i = 0; i < hang * 20; i++)); do
		"$@" >/dev/null 2>&1 && return
		sleep 0.05
	done
	return 1
}

# Nothing runs that has this in its command line.
gone() { ! pgrep -f -- "$1"; }
simulating() { pgrep -f -- "out-file=$TMPDIR"; }
asleep() { pgrep -f -- "out-file=$TMPDIR.* 1000"; }

# With an hpcrun that says its version and hangs when it is to measure
hung_hpcrun() {
	mkdir -p ../hung
	# shellcheck disable=SC2016 # it is the script that expands them
	printf '#!/bin/sh\n[ "$1" = -V ] && { echo version 2021.05; exit; }\n%s\n%s\n' \
		': >probing' 'exec sleep 1000' >../hung/hpcrun
	cp ../hung/hpcrun ../hung/hpcstruct
	cp ../hung/hpcrun ../hung/hpcprof
	chmod +x ../hung/*
}

# limited: measures what goes on for ever, until it has begun
limited() {
	local limit

	for limit in 1 $limits; do
		run_it 0 -f -q -n 1 --limit "$limit" -o app.db "$writer" || break
		[ ! -e ran ] || break
	done
}

# killed_when COMMAND...: kills a measurement when the command succeeds, before it
# ends by itself; what it leaves stays. With still=COMMAND that succeeds afterwards, too:
# the measurement had not begun to end what it started.
killed_when() {
	local limit pid

	for limit in 2 $limits; do
		rm -rf "${TMPDIR:?}"/* app.db ran
		"$run" -q -n 1 --limit "$limit" -o app.db "$writer" 2>../err &
		pid=$!
		until "$@" >/dev/null 2>&1 || ! kill -0 $pid 2>/dev/null; do
			sleep 0.05
		done
		kill -9 $pid 2>/dev/null
		wait $pid 2>/dev/null
		# what a native run left goes on for ever
		pkill -9 -f "^$victim forever"
		[ -n "$(ls -A "$TMPDIR")" ] && ${still:-true} >/dev/null 2>&1 && return 0
	done
	bad "nothing was left behind: what is this to test?"
	return 1
}

ends() {
	local pid

	begin "SIGTERM while hpcrun is tried"
	hung_hpcrun
	PATH=$PWD/../hung:$PATH timeout -k 5 $hang "$run" -n 1 -o app.db "$victim" \
		>../out 2>../err </dev/null &
	pid=$!
	until_ test -e probing
	kill $pid
	wait $pid
	status=$?
	rm -f probing
	if [ $status = 4 ]; then says "interrupted before the program was started" && leaves && ok
	else bad "exit status $status" ../err; fi

	begin "nobody reads what is said"
	"$run" -v -n 1 -o app.db "$victim" 2> >(head -n 1 >../err)
	status=$?
	if [ $status = 0 ]; then leaves app.db ran && valid app.db && ok
	else bad "exit status $status" ../err; fi

	begin "standard files are closed"
	"$run" -n 1 -o app.db "$victim" <&- >&- 2>&-
	status=$?
	: >../err
	if [ $status = 0 ]; then leaves app.db ran && valid app.db && ok
	else bad "exit status $status" ../err; fi

	begin "killed in the simulated run"
	writer ':'
	sed -i "s/ok 50/forever/" "$writer"
	killed_when simulating || return
	if ! until_ gone "out-file=$TMPDIR"; then
		bad "still running: $(pgrep -fa -- "out-file=$TMPDIR")"
	else
		run_it 0 -q -n 1 -o app.db "$victim" && leaves app.db ran && ok
	fi

	begin "--limit ends what a script started"
	limited
	if gone "^$victim forever"; then leaves app.db ran && ok
	else bad "still running: $(pgrep -fa "^$victim forever")"; fi

	begin "--limit ends what sleeps beside what works"
	writer 'sleep 1000 &'
	sed -i "s/ok 50/forever/" "$writer"
	limited
	if gone "out-file=$TMPDIR"; then leaves app.db ran && ok
	else bad "still running: $(pgrep -fa "out-file=$TMPDIR")"; fi

	begin "what sleeps when we are killed is ended by the next run"
	still=asleep killed_when asleep || return
	if gone "out-file=$TMPDIR.* 1000" >/dev/null; then
		bad "nothing was left running: what is this to test?"
	else
		run_it 0 -q -n 1 -o app.db "$victim"
		if gone "out-file=$TMPDIR"; then leaves app.db ran && ok
		else bad "still running: $(pgrep -fa "out-file=$TMPDIR")"; fi
	fi
}

run_parts own_files inputs streams parts planted private languages long_phases forced sampler input ends -- "$@"
summary
