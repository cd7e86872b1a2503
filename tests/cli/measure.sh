# shellcheck shell=bash disable=SC2034,SC2154
# For suites that measure programs of tests/cli: cli.sh, programs.sh, partial.sh.
# the collector that every host has, whatever counters this one has
with=(--collector simulate)
unset VALGRIND_OPTS
compile victim || exit 1
victim=$scratch/bin/victim

# measure STATUS ARGUMENT...: out, err and its status
measure() {
	local want=$1

	shift
	run_it "$want" "${with[@]}" "$@"
}

# contains FILE PATTERN
contains() {
	grep -qE -- "$2" "$1" && return
	bad "no '$2' in $1"
	return 1
}

# lacks FILE PATTERN
lacks() {
	! grep -q -e "$2" "$1" || {
		bad "'$1' has '$2'" "$1"
		return 1
	}
}
