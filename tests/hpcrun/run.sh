#!/bin/bash
# perfexpert-run with HPCToolkit, by stand-ins that behave as recorded runs of
# its releases did (standin.h): refusals, failures, folders, launchers, resuming.
set -u
cd "$(dirname "$0")/../.." || exit 1
top=$PWD
build=${BUILD:-build}
case $build in /*) ;; *) build=$top/$build ;; esac
run=$build/perfexpert-run report=$build/perfexpert
# shellcheck source=tests/verdicts.sh
. tests/verdicts.sh
hang=600 # seconds; nothing here takes that long on any machine

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/tools" "$scratch/tmp" "$scratch/none"
gcc -std=gnu11 -D_GNU_SOURCE -I. -O1 -g -o "$scratch/tools/hpcrun" \
	tests/hpcrun/standin*.c base/*.c -lm &&
	gcc -O1 -g -o "$scratch/work" tests/hpcrun/work.c &&
	gcc -O1 -g -static -o "$scratch/static" tests/hpcrun/work.c || exit 1
ln -s hpcrun "$scratch/tools/hpcstruct"
ln -s hpcrun "$scratch/tools/hpcprof"
# a launcher: so many processes with their ranks, one after the other
cat >"$scratch/tools/mpirun" <<'END'
#!/bin/bash
n=1
while [[ $1 == -* ]]; do
	case $1 in
	-np) n=$2; shift ;;
	-x | --bind-to) shift ;;
	esac
	shift
done
for ((rank = 0; rank < n; rank++)); do
	OMPI_COMM_WORLD_RANK=$rank "$@" || status=$?
done
exit ${status:-0}
END
chmod +x "$scratch/tools/mpirun"
cp tests/hpcrun/soft.lua "$scratch/soft.lua"
export LC_ALL=C PERFEXPERT_DATA=$top TMPDIR=$scratch/tmp
export XDG_CACHE_HOME=$scratch/cache STANDIN_CALLS=$scratch/calls
export PATH=$scratch/tools:$PATH
unset OMPI_COMM_WORLD_RANK PMI_RANK SLURM_PROCID
unset STANDIN_PMU STANDIN_REFUSE STANDIN_FAIL STANDIN_THREADS
cd "$scratch" || exit 1

# start NAME: a new case with an empty folder for what is written
start() {
	open_case "$1"
	problem=
	rm -rf "$scratch/case" "$scratch/calls" "$scratch/cache"
	mkdir "$scratch/case"
	export STANDIN_RELEASE=${2:-2021.05} STANDIN_CPU_S=10
}

measure() {
	(cd "$scratch/case" && timeout $hang "$run" "$@" >out 2>err </dev/null)
	status=$?
}

assess() {
	(cd "$scratch/case" && "$report" --machine ../soft.lua "$@" 2>>err)
}

complain() { problem=${problem:-$1}; }

want_status() { [ "$status" = "$1" ] || complain "exit status $status, not $1"; }

# says TEXT: on standard error, whatever the line breaks
says() { grep -qF -- "$1" case/err || complain "does not say: $1"; }

holds() {
	sed "s/&#39;/'/g" "case/$1" | grep -qE -- "$2" || complain "$1 has no $2"
}

calls() {
	local n
	n=$(grep -cE -- "$1" calls)
	[ "$n" = "$2" ] || complain "$n calls of '$1', not $2"
}

valid() {
	command -v xmllint >/dev/null || return
	xmllint --noout --relaxng "$top/profile/measurement.rng" "case/$1" \
		2>case/xmllint || complain "$1 is not valid: $(head -n 1 case/xmllint)"
}

clean() {
	[ ! -e "case/$1.hpctoolkit" ] || complain "$1.hpctoolkit is left behind"
	[ -z "$(ls -A tmp)" ] || complain "left in TMPDIR: $(ls -A tmp)"
}

finish() {
	if [ -z "$problem" ]; then
		ok
		return
	fi
	bad "$problem"
	head -qn 12 case/err case/diff 2>/dev/null | sed "s/^/       /"
}

for release in 2018.09 2021.05 develop; do
	start "software events, $release" $release
	measure --machine ../soft.lua -o app.db ../work 0
	want_status 0
	valid app.db
	clean app.db
	holds out '^work done$'
	holds app.db 'collector="hpcrun"'
	holds app.db 'machine="\.\./soft.lua"'
	holds app.db '<event name="TOT_CYC" native="cpu-clock" how="sampled"/>'
	holds app.db 'not measured: L1_DCA, because software events know nothing'
	holds app.db 'not measured: BR_MSP, because hpcrun .* refuses'
	holds app.db 'kind="loop" file="work.c" line="13"'
	# 10 s of CPU time at 2 GHz; the samples are whole ones
	holds app.db '<sum>199[0-9.]*e*[0-9]* '
	calls '^hpcstruct' 1
	# every page fault is a sample: 700 in the program
	column=$(grep -o '<event name="[^"]*"' case/app.db | grep -n '"PAGE_FAULTS"' | cut -d: -f1)
	faults=$(grep -m1 '<sum>' case/app.db | sed 's/.*<sum>//; s/<.*//' | awk -v c="$column" '{ print $c }')
	[ "$faults" = 700 ] || complain "$faults page faults, not 700"
	# all but the seconds; XML has six digits
	assess --csv 0.1 app.db | awk -F, 'NR > 1 {
		print $2, $3, $4, $5, $6, $7
		for (i = 11; i <= NF; i++) printf " %.5g", $i
		print "" }' >"case.$release"
	diff case.2018.09 "case.$release" >case/diff ||
		complain "another assessment than with 2018.09"
	grep -q 'work.c:13' "case.$release" || complain "no inner loop assessed"
	# the structure is in the cache now
	measure --machine ../soft.lua -f -o app.db ../work 0
	calls '^hpcstruct' 1
	finish
done

# one event for several, scales, and names as libpfm has them
cat >long.lua <<'END'
return { inherits = "generic_x86_64", name = "long", title = "long names", isa = "x86_64",
  parameters = { CPU_freq = { value = 2000000000, unit = "Hz", source = "made up" } },
  counters = { programmable = 2, source = "made up" },
  natives = { ["perf::CPU-CLOCK"] = {}, ["PAGE-FAULTS"] = {},
    ["perf::CONTEXT-SWITCHES"] = {}, ["perf::PERF_COUNT_SW_TASK_CLOCK"] = {} },
  events = {
    TOT_CYC = { native = "perf::CPU-CLOCK", scale = "CPU_freq * 1e-9" },
    TOT_INS = { native = "perf::PERF_COUNT_SW_TASK_CLOCK", scale = 2.0 },
    L1_DCA = "PAGE-FAULTS", BR_INS = "PAGE-FAULTS", L2_DCM = "perf::CONTEXT-SWITCHES" } }
END
cat >timer.lua <<'END'
return { inherits = "generic_x86_64", name = "timer", title = "a timer", isa = "x86_64",
  parameters = { CPU_freq = { value = 2000000000, unit = "Hz", source = "made up" } },
  counters = { programmable = 4, source = "made up" },
  natives = { ["CPUTIME"] = {}, ["PAGE-FAULTS"] = {} },
  events = { TOT_CYC = { native = "CPUTIME", scale = "CPU_freq * 1e-6" },
    TOT_INS = { native = "PAGE-FAULTS", scale = 1000 } } }
END
count() { # EVENT: of the whole program
	local at
	at=$(grep '<event' case/app.db | grep -n "name=\"$1\"" | cut -d: -f1)
	grep -m1 '<sum>' case/app.db | sed 's/ *<[^>]*>//g' |
		awk -v at="${at:-99}" '{ printf "%.3g", $at }'
}
for release in 2018.09 2021.05 develop; do
	start "long names, scales, one event for two, $release" $release
	measure --machine ../long.lua -o app.db ../work 0
	want_status 0
	valid app.db
	calls '^hpcrun -e perf::CPU-CLOCK@2000003 .*\.m \.\./work' 3
	for want in TOT_CYC=2e+10 TOT_INS=2e+10 L1_DCA=700 BR_INS=700 L2_DCM=30; do
		[ "$(count "${want%=*}")" = "${want#*=}" ] ||
			complain "${want%=*} is $(count "${want%=*}"), not ${want#*=}"
	done
	finish
	start "cycles from a timer in microseconds, $release" $release
	measure --machine ../timer.lua -o app.db ../work 0
	want_status 0
	calls '^hpcrun -e CPUTIME@2003 -e PAGE-FAULTS@1 .*\.m \.\./work' 2
	for want in TOT_CYC=2e+10 TOT_INS=7e+05; do
		[ "$(count "${want%=*}")" = "${want#*=}" ] ||
			complain "${want%=*} is $(count "${want%=*}"), not ${want#*=}"
	done
	"$report" --machine ./timer.lua --values 0.5 case/app.db >case/report 2>>case/err
	holds report '^- TOT_CYC \([0-9,]* samples\) .*\.\.'
	finish
done

start "counters: the paper's five runs" 2021.05
STANDIN_PMU=1 measure --collector hpcrun --machine opteron -o app.db ../work 0
want_status 0
valid app.db
clean app.db
calls '^hpcrun .*/[0-9]*\.m .*/work 0$' 5
calls '^hpcrun .*/probe ' 5
calls '^hpcprof --force-metric --metric=thread -S .*hpcstruct -o' 5
calls '^hpcrun .*-e CPU_CLK_UNHALTED@4600003 .*work' 5
holds app.db 'purpose="counter set 5 of 5"'
[ "$(grep -c 'not measured' case/app.db)" = 0 ] || complain "something is not measured"
finish

start "counters with database version 4" develop
STANDIN_PMU=1 measure --collector hpcrun --machine opteron -o app.db ../work 0
want_status 0
valid app.db
calls '^hpcprof -S .*hpcstruct -o' 5
finish

start "2016.12 knows PAPI's names only" 2016.12
STANDIN_PMU=1 measure --collector hpcrun --machine opteron -o app.db ../work 0
want_status 0
calls '^hpcrun .*-e PAPI_TOT_CYC@4600003 .*work' 5
calls 'CPU_CLK' 0
finish

start "an event by its other name" 2021.05
STANDIN_PMU=1 STANDIN_REFUSE=DATA_CACHE_ACCESSES \
	measure --collector hpcrun --machine opteron -o app.db ../work 0
want_status 0
calls '^hpcrun .*-e PAPI_L1_DCA@.*work' 1
holds app.db 'event name="L1_DCA"'
finish

start "an event that is refused" 2021.05
STANDIN_PMU=1 STANDIN_REFUSE=DATA_CACHE_ACCESSES,PAPI_L1_DCA \
	measure --collector hpcrun --machine opteron -o app.db ../work 0
want_status 0
holds app.db "not measured: L1_DCA, because hpcrun 2021.05.15-master refuses 'DATA_CACHE_ACCESSES' here: HPCToolkit fatal error: event DATA_CACHE_ACCESSES@[0-9]* is unknown or unsupported"
! grep -q 'event name="L1_DCA"' case/app.db || complain "L1_DCA has a value"
finish

for release in 2018.09 2021.05 develop; do
	start "no counters, $release" $release
	measure --collector hpcrun --machine opteron -o app.db ../work 0
	want_status 5
	says "not measured: TOT_CYC, because hpcrun"
	[ ! -e case/app.db ] || complain "there is a measurement"
	[ ! -s case/out ] || complain "the program ran"
	clean app.db
	finish

	start "without counters another collector is taken, $release" $release
	(cd case && timeout $hang "$run" -v --dry-run -o app.db ../work 0 >out 2>err)
	says "not hpcrun: "
	finish
done

start "the program fails" develop
measure --machine ../soft.lua -o app.db ../work 0 3
want_status 4
says "the program exited with status 3"
valid app.db
finish

start "hpcrun fails" 2021.05
STANDIN_FAIL=hpcrun measure --collector hpcrun --machine ../soft.lua -o app.db ../work 0
want_status 5
says "it was told to fail"
clean app.db
finish

start "hpcstruct fails: no loops, but procedures" 2021.05
STANDIN_FAIL=hpcstruct measure --machine ../soft.lua -o app.db ../work 0
want_status 0
holds app.db "no loops of 'work', because hpcstruct failed: hpcstruct: it was told to fail"
holds app.db 'kind="procedure" name="work"'
! grep -q 'kind="loop"' case/app.db || complain "there are loops"
finish

start "hpcprof fails" 2021.05
STANDIN_FAIL=hpcprof measure --machine ../soft.lua -o app.db ../work 0
want_status 4
says "hpcprof made no database of run 1: hpcprof: it was told to fail"
[ ! -e case/app.db ] || complain "there is a measurement"
clean app.db
finish

start "a release that can't be told: both calls of hpcprof are tried" 2018.09
mkdir odd
printf '#!/bin/sh\n[ "$1" = -V ] && echo "version unknown" && exit\nexec "%s" "$@"\n' \
	"$scratch/tools/hpcrun" >odd/hpcrun
ln -s ../tools/hpcprof odd/hpcprof
ln -s ../tools/hpcstruct odd/hpcstruct
chmod +x odd/hpcrun
PATH=$scratch/odd:$PATH STANDIN_RELEASE=2018.09 \
	measure --machine ../soft.lua -o app.db ../work 0
want_status 0
finish

start "nothing is recorded" 2021.05
STANDIN_CPU_S=0 measure --machine ../soft.lua -o app.db ../work 0
want_status 4
says "hpcrun recorded no cycles in a run of"
finish

start "many threads" 2018.09
STANDIN_THREADS=24 measure --machine ../soft.lua -o app.db ../work 0
want_status 0
holds app.db 'threads="24"'
valid app.db
finish

for release in 2018.09 develop; do
	start "behind a launcher, $release" $release
	measure --machine ../soft.lua -o app.db mpirun -np 3 --bind-to core ../work 0
	want_status 0
	calls '^hpcrun .*/0[12].m \.\./work 0' 6
	holds app.db 'ranks="3"'
	holds app.db 'command="mpirun -np 3 --bind-to core .*hpcrun -e cpu-clock@'
	holds app.db '<arg value="../work"/>'
	valid app.db
	finish
done

start "a launcher given outright" 2021.05
measure --machine ../soft.lua -o app.db --launcher "mpirun -np 2 -x 'A=b c'" ../work 0
want_status 0
holds app.db 'ranks="2"'
finish

start "interrupted and resumed" 2021.05
cat >slow <<'END'
#!/bin/bash
echo run >>"$RUNS"
[ "$(wc -l <"$RUNS")" = 3 ] || exit 0
read -r pid <"$PID"
kill -INT "$pid"
while grep -qE '^(Sig|Shd)Pnd:.*[1-9a-f]' "/proc/$pid/status"; do
	sleep 0.05 # until it has taken it
done
END
chmod +x slow
export RUNS=$scratch/case/runs PID=$scratch/case/pid
(
	cd case || exit
	# a job in the background would ignore SIGINT
	STANDIN_PMU=1 timeout $hang perl -e '$SIG{INT} = "DEFAULT";
		open(F, ">", "pid"); print F "$$\n"; close(F); exec @ARGV' \
		"$run" --collector hpcrun --machine opteron -o app.db ../slow >out 2>err
)
status=$?
want_status 4
says "interrupted; what was measured is in 'app.db'"
says "2 finished runs are kept; --resume continues"
[ -e case/app.db.hpctoolkit/02.done ] || complain "run 2 is not noted"
cp case/app.db first.db
STANDIN_PMU=1 measure --collector hpcrun --machine opteron -o app.db ../slow
want_status 2
cmp -s case/app.db first.db || complain "the first measurement has changed"
rm case/app.db
STANDIN_PMU=1 measure --collector hpcrun --machine opteron -o app.db ../slow
want_status 2
says "holds an interrupted measurement; --resume continues it"
STANDIN_PMU=1 measure --collector hpcrun --machine opteron --resume -o app.db ../slow x
want_status 2
says "can't be resumed: the program, its arguments"
rm case/runs calls
for _ in 1 2 3 4; do echo before >>case/runs; done
STANDIN_PMU=1 measure --collector hpcrun --machine opteron --resume -o app.db ../slow
want_status 0
calls '^hpcrun .*/[0-9]*\.m \.\./slow$' 3
valid app.db
holds app.db 'purpose="counter set 5 of 5"'
clean app.db
finish

start "files are kept on demand" develop
measure --keep --machine ../soft.lua -o app.db ../work 0
want_status 0
[ -e case/app.db.hpctoolkit/01.db/meta.db ] || complain "no database"
finish

start "a folder of somebody else is in the way" 2021.05
mkdir case/app.db.hpctoolkit
touch case/app.db.hpctoolkit/thesis.tex
measure --force --machine ../soft.lua -o app.db ../work 0
want_status 2
says "exists and is not a measurement of perfexpert"
[ -e case/app.db.hpctoolkit/thesis.tex ] || complain "it is gone"
finish

for release in 2018.09 develop; do
	start "databases of the user's own, $release" $release
	(
		cd case || exit
		hpcrun -e cpu-clock@1000003 -e page-faults@7 -o 1.m ../work 0
		hpcrun -e cpu-clock@1000003 -e context-switches@1 -o 2.m ../work 0
		hpcstruct -o work.struct "$scratch/work"
		hpcprof -S work.struct -o 1.db 1.m
		hpcprof -S work.struct -o 2.db 2.m
	) >case/tools 2>&1
	measure --import --machine ../soft.lua 1.db 2.db
	want_status 0
	valid work.db
	holds work.db 'event name="TOT_CYC"'
	holds work.db 'event name="PAGE_FAULTS"'
	holds work.db '<run '
	assess 0.1 work.db >case/report
	holds report 'inner loop at work.c:13'
	measure --import nothing.db
	want_status 3
	finish
done

start "statically linked" 2021.05
measure --collector hpcrun -o app.db ../static 0
want_status 5
says "statically linked"
finish

start "a dry run runs nothing" 2021.05
measure --dry-run --collector hpcrun --machine opteron -o app.db mpirun -np 4 ../work 'a b'
want_status 0
holds out '^collector hpcrun \(2021.05.15-master\), machine opteron: 5 runs$'
holds out 'hpcprof --force-metric --metric=thread -S .*/1.hpcstruct -o .*/01.db .*/01.m$'
holds out "mpirun -np 4 .*hpcrun -e CPU_CLK_UNHALTED@4600003 .*/app.db.hpctoolkit/05.m ../work 'a b'\$"
holds out '^estimated time: 5 times'
[ "$(cat calls)" = "hpcrun -V" ] || complain "$(head -n 1 calls)"
[ ! -e case/app.db.hpctoolkit ] || complain "there is a folder"
finish

summary
