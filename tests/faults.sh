#!/bin/bash
# Faults: system calls of both programs fail one at a time, and both are killed
# at many moments, with every collector that runs here (faults/inject.c). Nothing
# may be lost, half written or left behind, no process may stay, and what went
# wrong is one line.
#
#	tests/faults.sh [--full] [SUBJECT...]
#
# SUBJECTs are simulate, timer (simulate where perf_event_open is refused), perf,
# hpcrun (by stand-ins), import, html and text (perfexpert). Without --full a few calls of each kind fail,
# spread over the run, and few moments are chosen; with it each call fails in
# each way, and a hundred moments are.
set -u
cd "$(dirname "$0")/.." || exit 1
top=$PWD
build=${BUILD:-build}
case $build in /*) ;; *) build=$top/$build ;; esac
hang=600 # seconds; nothing here takes that long on any machine
full='' most=3 moments=8
[ "${1:-}" = --full ] && full=1 most=1000000 moments=100 && shift
subjects=("$@")
[ $# -gt 0 ] || subjects=(simulate timer perf hpcrun import html text)
# shellcheck source=tests/verdicts.sh
. tests/verdicts.sh
unset PERFEXPERT_NO_MEMORY # its calls fail as well
missed=0
known_names subject simulate timer perf hpcrun import html text -- "${subjects[@]}"
[ $failed = 0 ] || summary

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C PERFEXPERT_DATA=$top TMPDIR=$scratch/tmp HOME=$scratch
export XDG_CACHE_HOME=$scratch/cache STANDIN_RELEASE=2021.05 STANDIN_CPU_S=10
unset GLIBC_TUNABLES PERFEXPERT_NO_PERF_EVENT VALGRIND_OPTS
mkdir "$TMPDIR" "$scratch/tools" "$scratch/case"
gcc -std=gnu11 -D_GNU_SOURCE -O1 -o "$scratch/inject" tests/faults/inject.c &&
	gcc -O1 -g -o "$scratch/victim" tests/cli/victim.c &&
	gcc -std=gnu11 -D_GNU_SOURCE -I. -O1 -o "$scratch/tools/hpcrun" \
		tests/hpcrun/standin*.c base/*.c -lm || exit 1
# shellcheck disable=SC2046 # lists of words
gcc -std=gnu11 -D_GNU_SOURCE -I. -O1 $(pkg-config --cflags libxml-2.0) \
	-o "$scratch/generate" tests/gen_experiment.c "$build/libperfexpert.a" \
	$(pkg-config --libs libxml-2.0 zlib) -lm &&
	"$scratch/generate" 1 >"$scratch/experiment.xml" || exit 1
ln -s hpcrun "$scratch/tools/hpcstruct"
ln -s hpcrun "$scratch/tools/hpcprof"
cp tests/hpcrun/soft.lua "$scratch"
cd "$scratch/case" || exit 1

# What each kind of call may answer
declare -A answers=(
	[write]="ENOSPC EIO EINTR EAGAIN" [open]="EMFILE EIO ENOMEM EINTR"
	[read]="EIO EINTR" [rename]="ENOSPC EIO" [fsync]="EIO ENOSPC EINTR"
	[clone]="EAGAIN ENOMEM" [mmap]="ENOMEM" [mkdir]="ENOSPC"
	[pipe]="EMFILE" [signalfd]="EMFILE" [truncate]="ENOSPC"
	[perf_event_open]="EPERM EMFILE"
)

# The command of a subject, and what its program does: works so many milliseconds
command_of() {
	local what=("${@:2}")

	tool=$build/perfexpert-run environment=(PATH="$PATH")
	arguments=(-n 1 -o app.db) machine=()
	case $1 in
	simulate) arguments+=(--collector simulate) ;;
	timer)
		environment+=(PERFEXPERT_NO_PERF_EVENT=1)
		arguments+=(--collector simulate)
		;;
	perf)
		machine=(--machine ../soft.lua)
		arguments+=(--collector perf "${machine[@]}")
		;;
	hpcrun)
		environment+=(PATH="$scratch/tools:$PATH")
		machine=(--machine ../soft.lua)
		arguments+=(--collector hpcrun "${machine[@]}")
		;;
	import)
		arguments=(--import -o app.db ../experiment.xml)
		return
		;;
	html | text)
		tool=$build/perfexpert
		arguments=(--html app.db --suggest 0.1 ../good.simulate)
		[ "$1" = html ] || arguments=(--output app.db 0.1 ../good.simulate)
		return
		;;
	esac
	arguments+=(../victim "${what[@]}")
}

readable() {
	: >../report
	xmllint --noout --relaxng "$top/profile/measurement.rng" "$1" 2>/dev/null
}

whole() {
	if [ "$subject" = html ]; then # sources may be missing in it
		tail -n 1 "$1" | grep -q '</html>'
	elif [ "$subject" = text ]; then
		cmp -s "$1" "../good.$subject"
	else
		readable "$1" && "$build/perfexpert" --all "${machine[@]}" "$1" \
			>../report 2>&1
	fi
}

# A measurement whose counts are there, and one without
counts() { grep -c '<event ' "$1"; }

complain() {
	problem="${problem:+$problem; }$1"
}

# The folder, the folder for temporary files and shared memory hold what they may
look_around() {
	local f name

	for f in * .[!.]*; do
		[ -e "$f" ] || continue
		case $f in
		app.db | ran) ;;
		app.2.db) # beside the old one, which is better
			grep -qE "what was measured is in 'app.2.db', 'app.db' was not changed|wrote 'app.2.db', because 'app.db' has events" ../err &&
				cmp -s app.db "../good.$subject" && readable app.2.db ||
				complain "app.2.db is there" ;;
		app.db.hpctoolkit | app.db.runs)
			grep -q -- '--resume\|kept' ../err || [ "$killed" ] ||
				complain "left $f" ;;
		*) [ "$killed" ] || complain "left $f" ;;
		esac
	done
	for f in "$TMPDIR"/*; do
		[ -e "$f" ] || continue
		name=${f##*/}
		[ "$killed" ] && [[ $name == perfexpert* ]] ||
			complain "left in TMPDIR: $name"
	done
	for f in /dev/shm/*perfexpert*; do
		[ -e "$f" ] && [ -z "$killed" ] && complain "left $f"
	done
}

look_at_output() {
	if [ ! -e app.db ]; then
		[ "$end" != "status 0" ] || complain "status 0, but no output"
		[ -z "$force" ] || complain "the old file is lost"
	elif [ "$force" ] && cmp -s app.db "../good.$subject"; then
		# what only reads writes the same again
		[ "$end" != "status 0" ] || [ "$reports" ] || [ "$subject" = import ] ||
			grep -q "because 'app.db' has events" ../err ||
			complain "status 0, but the old file"
	elif ! whole app.db; then
		complain "the output is not whole: $(head -n 1 ../report)"
	elif [ "$force" ] && [ "$(counts app.db)" -lt "$(counts "../good.$subject")" ]; then
		complain "a better measurement was replaced"
	fi
}

# One line for an error; nothing but our own lines
look_at_words() {
	local lines
	# that runs took their time or are kept comes beside what went wrong
	lines=$(grep -vcE 'finished runs? (is|are) kept; --resume continues$| took [0-9.hms]+$' ../err)
	if grep -qvE '^perfexpert(-run)?: ' ../err; then
		complain "strange words: $(grep -vE '^perfexpert(-run)?: ' ../err | head -n 1)"
	elif [ "$end" != "status 0" ] && [ "$lines" != 1 ]; then
		complain "$lines lines of error"
	fi
}

# try PLAN [over]: one run of the subject with one fault, over an old file
try() {
	local plan=$1 problem='' end killed='' force=''

	n=$((n + 1))
	rm -rf ../case/* ../case/.[!.]* "$scratch/cache"
	case $plan in kill*) killed=1 ;; esac
	if [ "$reports" ] || [ "${2:-}" ] || [ $((n % 2)) = 0 ]; then
		force=1
		cp "../good.$subject" app.db
	fi
	timeout -s KILL $hang env "${environment[@]}" "$scratch/inject" ../result \
		"$plan" "$tool" ${force:+"${forcing[@]}"} "${arguments[@]}" \
		>../out 2>../err </dev/null
	if ! grep -q '^hit' ../result; then
		missed=$((missed + 1))
		return
	fi
	end=$(grep -E '^(status|signal)' ../result)
	if [ ! "$killed" ]; then
		case $end in
		"status "[0-5]) ;;
		"signal 6") [[ $plan == mmap:* ]] || complain "$end" ;;
		*) complain "$end" ;;
		esac
		look_at_words
	fi
	grep -q '^orphan' ../result && complain "a process stays: $(grep -c orphan ../result)"
	look_at_output
	look_around
	open_case "$subject, $plan${force:+, over an old file}"
	if [ -z "$problem" ]; then
		ok >/dev/null
	else
		bad "$problem" ../err
		[ -n "$killed" ] || rm -rf "${TMPDIR:?}"/*
	fi
}

# What a killed run leaves behind goes with the next.
next_run() {
	rm -rf ../case/*
	env "${environment[@]}" "$tool" "${forcing[@]}" "${arguments[@]}" >../out 2>../err </dev/null
	open_case "$subject, the run after kills"
	if [ ! -e app.db ]; then
		bad "it measures nothing" ../err
	elif [ -z "$(ls -A "$TMPDIR")" ]; then
		ok >/dev/null
	else
		bad "it leaves $(find "$TMPDIR" -mindepth 1 -maxdepth 1 | wc -l) folders of theirs"
	fi
	rm -rf "${TMPDIR:?}"/* /dev/shm/*perfexpert*
}

# spread COUNT MOST: so many of 1 .. COUNT, the first and the last included
spread() {
	awk -v n="$1" -v m="$2" 'BEGIN {
		m = m < n ? m : n
		for (i = 0; i < m; i++)
			print (m > 1 ? int(1 + i * (n - 1) / (m - 1) + 0.5) : n)
	}'
}

faults() {
	local call count at answer which=0

	for call in "${!answers[@]}"; do
		count=$(awk -v c="$call" '$1 == c { print $2 }' ../counted)
		for at in $(spread "${count:-0}" $most); do
			read -ra list <<<"${answers[$call]}"
			[ "$full" ] || list=("${list[which++ % ${#list[@]}]}")
			for answer in "${list[@]}"; do
				try "$call:$answer:$at"
			done
		done
	done
}

for subject in "${subjects[@]}"; do
	n=0 forcing=(--force)
	reports=''
	case $subject in html | text) reports=1 forcing=() ;; esac
	if [ "$reports" ] && [ ! -e ../good.simulate ]; then
		command_of simulate ok 30
		"$tool" "${arguments[@]}" >../out 2>../err </dev/null
		mv app.db ../good.simulate
	fi
	command_of "$subject" ok 30
	rm -rf ../case/*
	env "${environment[@]}" "$scratch/inject" ../counted count "$tool" \
		"${arguments[@]}" >../out 2>../err </dev/null
	open_case "$subject"
	if grep -q '^status 5' ../counted && [ "$subject" != simulate ]; then
		skip "it does not run here: $(head -n 1 ../err)"
		continue
	elif ! grep -q '^status 0' ../counted || ! mv app.db "../good.$subject"; then
		bad "it fails without faults: $(grep '^s' ../counted)" ../err
		continue
	fi
	ok
	before=$failed missed_before=$missed
	faults
	# events that could not be measured, and nothing else failed
	count=$(awk '$1 == "perf_event_open" { print $2 }' ../counted)
	[ "$subject" != perf ] || for at in $(spread "$count" 8); do
		try "perf_event_open:EMFILE:$at" over
	done
	# as long as natively a second is, simulated it does not end by itself
	command_of "$subject" burn 150
	env "${environment[@]}" "$scratch/inject" ../counted count "$tool" \
		"${arguments[@]}" >../out 2>../err </dev/null
	count=$(awk '$1 == "all" { print $2 }' ../counted)
	for at in $(spread "$count" $moments); do
		try "kill:$at"
	done
	[ "$reports" ] || next_run
	[ $n -gt $((missed - missed_before)) ] || not_ok "$subject: no call was reached"
	[ $failed != $before ] || echo "ok     $subject: $n faults"
done
[ $missed = 0 ] || echo "$missed calls were not reached: there were fewer of them"
summary
