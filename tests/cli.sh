#!/bin/bash
# Right and wrong use of perfexpert-run: one clear line, the right exit status,
# nothing lost, nothing half-written.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/cli/lib.sh
. tests/cli/lib.sh
# shellcheck source=tests/cli/measure.sh
. tests/cli/measure.sh

# refuses NAME STATUS PATTERN ARGUMENT...: before anything has run
refuses() {
	begin "$1"
	local want=$2 pattern=$3
	shift 3
	measure "$want" "$@" && says "$pattern" && leaves && ok
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

run_parts usage machines summaries readme names programs output -- "$@"
summary
