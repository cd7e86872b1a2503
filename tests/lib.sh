# What scripts with numbered results share; source it first, from the top folder.
# shellcheck shell=bash disable=SC2034 # used by those that source it
set -u
top=$PWD
build=$(realpath "${BUILD:-build}")
export LC_ALL=C PERFEXPERT_DATA=$top
# shellcheck source=tests/verdicts.sh
. "$top/tests/verdicts.sh"
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# The rest needs the simulator.
need_simulator() {
	[ -e "$build/simulator" ] && command -v valgrind >/dev/null && return
	skip_rest "no simulator: Valgrind's headers and libraries are not installed"
}
