#!/bin/bash
# Runs the parts of the test suite (all, or those named) and ends with the line
# "N passed, N failed, N skipped". Each part prints such a line of its own; a
# part without one counts as a failure.
set -u
cd "$(dirname "$0")/.." || exit 1
build=${BUILD:-build}
export BUILD=$build
parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(unit golden fuzz layers simulator kernels cli safety hpcrun counters examples browser samples)

run_unit() { "$build/tests/check"; }
run_golden() { tests/golden.sh; }
run_fuzz() { tests/fuzz/replay.sh; }
run_layers() { tests/layers.sh && echo "1 passed, 0 failed, 0 skipped"; }
run_simulator() { tests/simulator/run.sh; }
run_kernels() { tests/kernels/run.sh; }
run_cli() { tests/cli.sh; }
run_safety() { tests/safety.sh; }
run_faults() { tests/faults.sh; }
run_counters() { tests/counters.sh; }
run_hpcrun() { tests/hpcrun/run.sh; }
run_examples() { tests/examples.sh; }
run_browser() { tests/browser/run.sh; }
run_samples() { tests/samples_hpctoolkit.sh; }

passed=0 failed=0 skipped=0
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
for part in "${parts[@]}"; do
	case $part in
	golden | simulator | kernels | cli | safety | hpcrun | counters | examples | browser)
		script=tests/$part/run.sh
		[ -e "tests/$part.sh" ] && script=tests/$part.sh
		[ -e "$script" ] || continue ;;
	esac
	echo "== $part"
	start=$SECONDS
	"run_$part" >"$log" 2>&1
	status=$?
	cat "$log"
	line=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log" | tail -n 1)
	if [ -z "$line" ]; then
		echo "$part ended with status $status and without a summary"
		failed=$((failed + 1))
		continue
	fi
	read -r p _ f _ s _ <<<"$line"
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	if [ $status -ne 0 ] && [ "$f" = 0 ]; then
		echo "$part ended with status $status"
		failed=$((failed + 1))
	fi
	echo "== $part took $((SECONDS - start)) s"
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
