#!/bin/bash
# Runs the parts of the test suite (all, or those named), one more at a time than
# there are processors, as some parts wait for long, and ends with the line "N passed,
# N failed, N skipped". Each part prints such a line; a part without one counts as a
# failure, and so does one with fewer cases than tests/counts has of it: some were lost.
# What a part prints is shown when it has ended.
set -u
cd "$(dirname "$0")/.." || exit 1
build=${BUILD:-build}
export BUILD=$build
parts=("$@")
# those that take long come first
[ ${#parts[@]} -gt 0 ] || parts=(safety simulator unit kernels browser partial faults calls mpi
	programs processes examples golden mca cli counters puzzles phases hpcrun regions selftest schemas packages
	hpctoolkit fuzz layers documents samples)

run_unit() { "$build/tests/check"; }
run_golden() { tests/golden.sh; }
run_fuzz() { tests/fuzz/replay.sh; }
run_layers() { tests/layers.sh && echo "1 passed, 0 failed, 0 skipped"; }
run_simulator() { tests/simulator/run.sh; }
run_calls() { tests/calls.sh; }
run_puzzles() { tests/puzzles.sh; }
run_phases() { tests/phases.sh; }
run_mca() { tests/mca.sh; }
run_regions() { tests/regions.sh; }
run_kernels() { tests/kernels/run.sh; }
run_cli() { tests/cli.sh; }
run_programs() { tests/programs.sh; }
run_partial() { tests/partial.sh; }
run_processes() { tests/processes.sh; }
run_safety() { tests/safety.sh; }
run_faults() { tests/faults.sh; }
run_counters() { tests/counters.sh; }
run_hpcrun() { tests/hpcrun/run.sh; }
run_hpctoolkit() { tests/hpcrun/real.sh; }
run_examples() { tests/examples.sh; }
run_browser() { tests/browser/run.sh; }
run_mpi() { tests/mpi/run.sh; }
run_parallel() { tests/parallel/run.sh; }
run_ranks() { tests/parallel/run.sh made openmpi mpich slurm; }
run_schemas() { tests/schemas.sh; }
run_documents() { tests/documents.sh; }
run_packages() { tests/packages.sh; }
run_selftest() { tests/selftest.sh; }
run_samples() { tests/samples_hpctoolkit.sh; }

passed=0 failed=0 skipped=0
logs=$(mktemp -d) || exit 1
declare -A part_of=() started=()
set -m # a group for each part, so that all of it can be ended

end() {
	for pid in "${!part_of[@]}"; do
		kill -- "-$pid" 2>/dev/null
	done
	rm -rf "$logs"
}
trap end EXIT
trap 'exit 130' INT TERM

# least_of PART: how many cases it has at least
least_of() { awk -v part="$1" '$1 == part { print $2 }' tests/counts; }

# spent: sets cpu to what the part that has just ended took of processors, in
# seconds, with all that it started and waited for
all_cpu=0
spent() {
	local now

	times >"$logs/.times"
	now=$(awk -F'[ms ]+' 'NR == 2 { printf "%.0f", ($1 + $3) * 60 + $2 + $4 }' "$logs/.times")
	cpu=$((now - all_cpu)) all_cpu=$now
}

# collect PART STATUS: shows what it printed and adds up what it counted
collect() {
	local log=$logs/$1 status=$2 line p f s least cpu

	spent
	echo "== $1"
	cat "$log"
	echo "== $1 took $((SECONDS - started[$1])) s, and $cpu s of processor time"
	line=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log" | tail -n 1)
	if [ -z "$line" ]; then
		echo "$1 ended with status $status and without a summary"
		failed=$((failed + 1))
		return
	fi
	read -r p _ f _ s _ <<<"$line"
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	if [ "$status" != 0 ] && [ "$f" = 0 ]; then
		echo "$1 ended with status $status"
		failed=$((failed + 1))
	fi
	least=$(least_of "$1")
	if [ $((p + f + s)) -lt "${least:-1}" ] || [ -z "$least" ]; then
		echo "$1 has $((p + f + s)) cases, fewer than tests/counts says: ${least:-none}"
		failed=$((failed + 1))
	fi
}

# Waits for one of the parts that run.
collect_one() {
	local pid=

	wait -n -p pid
	collect "${part_of[$pid]}" $?
	unset "part_of[$pid]"
}

for part in "${parts[@]}"; do
	if ! declare -F "run_$part" >/dev/null; then
		echo "there is no part '$part'"
		failed=$((failed + 1))
		continue
	fi
	# some of them wait, for alarms and for each other
	[ ${#part_of[@]} -lt "${JOBS:-$(($(nproc) + 2))}" ] || collect_one
	started[$part]=$SECONDS
	LEAST=$(least_of "$part") "run_$part" >"$logs/$part" 2>&1 </dev/null &
	part_of[$!]=$part
done
while [ ${#part_of[@]} -gt 0 ]; do
	collect_one
done
echo "all took $SECONDS s, and $all_cpu s of processor time"
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
