#!/bin/bash
# perfexpert-run with perf_event_open, by a machine file whose events are the
# kernel's: the same path as with hardware counters, on any machine.
set -u
cd "$(dirname "$0")/.." || exit 1
top=$PWD
build=${BUILD:-build}
case $build in /*) ;; *) build=$top/$build ;; esac
run=$build/perfexpert-run report=$build/perfexpert
# shellcheck source=tests/verdicts.sh
. tests/verdicts.sh

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C PERFEXPERT_DATA=$top TMPDIR=$scratch/tmp
unset PERFEXPERT_NO_PERF_EVENT
hang=600 # seconds; nothing here takes that long on any machine
mkdir "$TMPDIR"
gcc -O1 -g -o "$scratch/work" tests/hpcrun/work.c &&
	gcc -O1 -g -pthread -o "$scratch/threads" tests/hpcrun/threads.c || exit 1
cp tests/hpcrun/soft.lua "$scratch"
cd "$scratch" || exit 1

start() {
	open_case "$1"
	problem=
	rm -f app.db out err
}
complain() { problem=${problem:-$1}; }
measure() {
	timeout $hang "$run" --collector perf --machine ./soft.lua "$@" >out 2>err </dev/null
	status=$?
}
want_status() { [ "$status" = "$1" ] || complain "exit status $status, not $1"; }
says() { grep -qF -- "$1" err || complain "does not say: $1"; }
holds() {
	sed "s/&#39;/'/g" "$1" | grep -qE -- "$2" || complain "$1 has no $2"
}
valid() {
	command -v xmllint >/dev/null || return
	xmllint --noout --relaxng "$top/profile/measurement.rng" app.db 2>xmllint ||
		complain "not valid: $(head -n 1 xmllint)"
}
# between LOW HIGH VALUE WHAT
between() {
	awk -v v="$3" -v low="$1" -v high="$2" 'BEGIN { exit !(v >= low && v <= high) }' ||
		complain "$4 is $3, not in $1 .. $2"
}
# the time that all runs took: no CPU time is longer, however much of it a
# virtual machine's host takes away
elapsed() {
	sed -n 's/.*<run .* wall-s="\([^"]*\)".*/\1/p' app.db |
		awk '{ s += $1 } END { print s }'
}
# tried NAME COMMAND: a case whose figures are a clock's samples, some of which are lost
# where others have the processors: one of some tries has to be right. TRIES: so many
tried() {
	local try

	start "$1"
	for ((try = 1; try <= ${TRIES:-6}; try++)); do
		problem=
		rm -f app.db* out err
		"$2"
		[ "$problem" ] || break
		echo "try $try: $problem"
	done
	finish
}
finish() {
	if [ -z "$problem" ]; then ok; else bad "$problem" err; fi
}

start "why it is not usable"
PERFEXPERT_NO_PERF_EVENT=1 measure -o app.db ./work 0
want_status 5
says "perf_event_open is switched off by PERFEXPERT_NO_PERF_EVENT"
finish

measure -o app.db ./work 0.1
if [ $status = 5 ]; then
	skip_rest "perf_event_open is refused here: $(cat err)"
fi

every_event() {
	measure -o app.db ./work 1
	want_status 0
	valid
	holds app.db 'collector="perf"'
	holds app.db 'purpose="counter set 2 of 2"'
	holds app.db '<event name="TLB_DM" native="page-faults context-switches" how="derived"/>'
	holds app.db '<event name="PAGE_FAULTS" native="page-faults" how="sampled"/>'
	holds app.db 'not measured: BR_INS, because perf_event_open does not know it here'
	# a second of CPU time at 2 GHz, a thousand samples in each of two runs
	most=$(elapsed)
	sum=$(grep -m1 '<sum>' app.db | sed 's/<sum>//; s/ .*//')
	between 1.8e9 "$(awk -v t="$most" 'BEGIN { print 1e9 * t + 2e8 }')" "$sum" "the program's cycles"
	samples=$(grep -m1 '<samples>' app.db | sed 's/<samples>//; s/ .*//')
	between 1800 "$(awk -v t="$most" 'BEGIN { print 1e3 * t + 200 }')" "$samples" "the number of samples"
	[ "$(grep -c 'took turns' app.db)" = 0 ] || complain "events took turns"
	"$report" --machine ./soft.lua 0.9 app.db >report 2>>err
	holds report 'loop at .*work.c:14 in main'
}
tried "time, loops and every event" every_event

account() {
	measure -o app.db ./work 1
	want_status 0
	"$report" --account --machine ./soft.lua 0.9 app.db >report 2>>err
	holds report '^by the counters of soft, '
	holds report '^  A data, chains, busy pipes or other causes '
	"$report" --json --machine ./soft.lua 0.9 app.db >report.json 2>>err
	# a quarter of the clock's samples is useful; both are sampled
	holds report.json '"counted":\[1\]'
	useful=$(grep -o '"useful":\[[^]]*' report.json | head -n 1 | sed 's/.*\[//')
	overall=$(grep -o '"modelled":\[[^]]*' report.json | head -n 1 | sed 's/.*\[//')
	between 0.2 0.3 "$(awk -v u="$useful" -v o="$overall" 'BEGIN { print u / o }')" "useful work"
}
tried "an account from counters" account

over_time() {
	measure --events TOT_CYC,TOT_INS --rate 500 -o app.db ./work 1
	want_status 0
	valid
	holds app.db '<series of="cycles" thread="0"'
	"$report" --machine ./soft.lua --phases --json app.db >phases.json 2>>err
	"$report" --machine ./soft.lua --phases app.db >report 2>>err
	# work runs a loop from beginning to end: one phase has most of the run
	longest=$(python3 -c 'import json
p = max(json.load(open("phases.json"))["phases"], key=lambda p: p["to_s"] - p["from_s"])
print(p["cpi"], p["clock_hz"] * 1e-9)' 2>>err)
	between 1.7 2.3 "${longest% *}" "CPI"
	between 1.7 2.3 "${longest#* }" "the clock"
	holds report 'CPI [0-9.]*, [0-9.]* GHz by counters'
	holds report 'loop at work.c:14 in main'
	[ "$(grep -c 'not measured' report)" = 0 ] || complain "CPI or clock is not measured"
}
tried "CPI and clock over time" over_time

start "threads"
measure -o app.db ./threads
want_status 0
valid
holds app.db 'threads="4"'
holds app.db '<n>3 '
finish

chosen() {
	measure --events PAGE_FAULTS --rate 100 --runs 1 -o app.db ./work 0.5
	want_status 0
	valid
	[ "$(grep -c '<run ' app.db)" = 1 ] || complain "more than one run"
	samples=$(grep -m1 '<samples>' app.db | sed 's/<samples>//; s/ .*//')
	between 40 "$(awk -v t="$(elapsed)" 'BEGIN { print 100 * t + 10 }')" "$samples" "the number of samples"
	measure --events TOT_CYC,XYZ -o other.db ./work 0
	want_status 2
	says "unknown event 'XYZ'"
}
tried "events can be chosen" chosen

start "nothing to sample"
measure --rate 1 -o app.db ./work 0
want_status 4
says "no cycles were sampled in a run of"
[ ! -e app.db ] || complain "there is a measurement"
finish

start "the program fails"
measure -o app.db ./work 0.2 7
want_status 4
says "the program exited with status 7"
valid
finish

start "another machine's counters are not taken by themselves"
timeout $hang "$run" -v --dry-run --machine power9 ./work >out 2>err
says "not perf: the counters of machine 'power9' are not those of this host"
finish

start "a launcher whose processes are out of reach"
ln -sf /bin/true srun
PATH=$scratch:$PATH measure -o app.db srun -n 4 ./work
want_status 5
says "it can't measure the processes that 'srun' starts"
finish

# rank NUMBER SECONDS: of four, as a launcher starts it
rank() {
	PMIX_NAMESPACE=job OMPI_COMM_WORLD_RANK=$1 OMPI_COMM_WORLD_SIZE=4 \
		measure --spread-events -o app.db ./work "$2"
}

shared() {
	for r in 0 1 2; do
		rank $r 0.5
		want_status 0
	done
	[ ! -e app.db ] || complain "joined too early"
	rank 3 0.5
	want_status 0
	valid
	[ "$(echo app.db.*)" = 'app.db.*' ] || complain "parts stay"
	holds app.db 'name="TOT_INS".* ranks="0, 2"/>'
	holds app.db 'name="TLB_DM".* ranks="1, 3"/>'
	holds app.db '4 ranks did the same work [(]compared by TOT_CYC[)] and counted 2 sets'
	"$report" --summary --machine ./soft.lua app.db >report 2>>err
	holds report 'TOT_INS .* sampled on ranks 0, 2'
}
tried "ranks that share the events" shared

start "ranks that do different work share nothing"
for r in 0 1 2; do
	rank $r 0.3
done
rank 3 1.5
want_status 4
says "the ranks do different work (rank 3 has"
valid
[ "$(ls app.db.part-* | wc -l)" = 4 ] || complain "parts are gone"
grep -q '<event.* ranks="' app.db && complain "it has counts of some ranks"
rm -f app.db.*
finish

start "events are shared by ranks only"
measure --spread-events -o app.db ./work 0
want_status 2
says "is for ranks"
finish

start "interrupted and resumed"
cat >breaker <<'END'
#!/bin/bash
echo run >>runs
for ((i = 0; i < 30000; i++)); do :; done
[ "$(wc -l <runs)" = 3 ] || exit 0
kill -INT $PPID
while grep -qE '^(Sig|Shd)Pnd:.*[1-9a-f]' "/proc/$PPID/status"; do
	sleep 0.05
done
END
chmod +x breaker
rm -f runs
# a job in the background would ignore SIGINT
broken() {
	# shellcheck disable=SC2016 # it is perl that expands it
	timeout $hang perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$run" --collector perf \
		--machine ./soft.lua --runs 4 -o app.db "$@" >out 2>err </dev/null
	status=$?
}
broken ./breaker
want_status 4
says "2 finished runs are kept; --resume continues"
broken --resume --rate 100 ./breaker
want_status 2
says "'app.db.runs' can't be used: what is counted has changed"
cp app.db.runs half
broken --resume --collector simulate ./breaker
want_status 2
says "'app.db.runs' can't be used: it was made by the collector 'perf'"
cmp -s half app.db.runs || complain "the runs have changed"
sed 's/^x .*/x 1 nan 0 0/' half >app.db.runs
broken --resume ./breaker
want_status 3
says "line 3 of the runs is damaged"
cp half app.db.runs
broken --resume ./breaker
want_status 0
valid
[ "$(wc -l <runs)" = 5 ] || complain "$(wc -l <runs) runs instead of 5"
[ "$(grep -c '<run ' app.db)" = 4 ] || complain "not four runs in the measurement"
holds app.db 'interrupted and continued'
[ ! -e app.db.runs ] || complain "the runs are still there"
finish

start "a dry run"
measure --dry-run -o app.db ./work 'a b'
want_status 0
holds out '^collector perf, machine soft: 2 runs$'
holds out "^  \./work 'a b'\$"
finish

summary
