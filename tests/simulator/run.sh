#!/bin/bash
# Tests the simulator itself: exact counts against callgrind and theory, misses
# against cachegrind with the same geometry, and every way a program can end.
#
#	tests/simulator/run.sh [PART...]	counts, model ...: the files beside this one
set -u
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/verdicts.sh
. tests/verdicts.sh
all=(counts arithmetic predictors clock processes slices model system avx512 refusals)
known_names part "${all[@]}" -- "$@"
[ $failed = 0 ] || summary
# shellcheck source=tests/simulator/lib.sh
. tests/simulator/lib.sh

parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=("${all[@]}")
for part in "${parts[@]}"; do
	case $part in
	counts) . tests/simulator/counts.sh ;;
	arithmetic) . tests/simulator/arithmetic.sh ;;
	predictors) . tests/simulator/predictors.sh ;;
	clock) . tests/simulator/clock.sh ;;
	processes) . tests/simulator/processes.sh ;;
	slices) . tests/simulator/slices.sh ;;
	model) . tests/simulator/model.sh ;;
	system) . tests/simulator/system.sh ;;
	avx512) . tests/simulator/avx512.sh ;;
	refusals) . tests/simulator/refusals.sh ;;
	esac
done
summary
