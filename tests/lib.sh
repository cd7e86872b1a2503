# What scripts with numbered results share; source it first, from the top folder.
# shellcheck shell=bash disable=SC2034 # used by those that source it
set -u
top=$PWD
build=$(realpath "${BUILD:-build}")
export LC_ALL=C PERFEXPERT_DATA=$top
passed=0 failed=0 skipped=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

summary() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ $failed = 0 ]
	exit
}

ok() { passed=$((passed + 1)) && echo "ok $*"; }
not_ok() { failed=$((failed + 1)) && echo "not ok $*"; }
skip() { skipped=$((skipped + 1)) && echo "ok # skip $*"; }

# is NAME GOT WANT
is() {
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1"
		diff <(echo "$3") <(echo "$2")
	fi
}

# The rest needs the simulator.
need_simulator() {
	[ -e "$build/simulator" ] && command -v valgrind >/dev/null && return
	skip "no simulator: Valgrind's headers and libraries are not installed"
	summary
}
