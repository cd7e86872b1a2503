# shellcheck shell=bash
# For tests of the two programs as commands: a scratch folder, one case after
# the other, what it printed and left behind. Sourced from the project's folder.
top=$PWD
build=${BUILD:-build}
case $build in /*) ;; *) build=$top/$build ;; esac
run=$build/perfexpert-run report=$build/perfexpert
export LC_ALL=C PERFEXPERT_DATA=$top
unset GLIBC_TUNABLES PERFEXPERT_NO_PERF_EVENT
# shellcheck source=tests/verdicts.sh
. "$top/tests/verdicts.sh"
hang=600 # seconds; nothing here takes that long on any machine
# --limit of a program that goes on until then: the first that is enough for what
# it has to do before, which is more where others have the processors
# shellcheck disable=SC2034 # of the suites
limits="6 30 180"

scratch=$(mktemp -d) || exit 1
said=$scratch/err
mounted=()
cleanup() {
	cd /
	for m in "${mounted[@]}"; do umount "$m" 2>/dev/null; done
	rm -rf "$scratch"
}
trap cleanup EXIT
export TMPDIR=$scratch/tmp
mkdir "$TMPDIR" "$scratch/bin"

# compile NAME [OPTION]...: a program of tests/cli into $scratch/bin
compile() {
	"${CC:-gcc}" -D_GNU_SOURCE -O1 -g -o "$scratch/bin/$1" \
		"$top/tests/cli/$1.c" "${@:2}" -ldl
}

# A folder of its own for each case
begin() {
	open_case "$1"
	cd "$scratch" || exit 1
	rm -rf case
	mkdir case
	cd case || exit 1
}

# ends_with STATUS COMMAND...: out, err and its status
ends_with() {
	local want=$1

	shift
	timeout -k 5 $hang "$@" >../out 2>../err </dev/null
	status=$?
	[ $status -eq "$want" ] && return
	bad "exit status $status instead of $want" ../err
	return 1
}

# run_it STATUS ARGUMENT...: runs perfexpert-run
run_it() {
	local want=$1

	shift
	ends_with "$want" "$run" "$@"
}

# One line of ours on stderr, besides those of the runs, that matches
# a run that takes a minute, as it may on a busy machine
goes_on='  [0-9hms]+(, (nearly done|about [0-9hms]+ left))?$'
kept='finished runs? (is|are) kept; --resume continues$'
says() {
	if [ "$(grep -E '^perfexpert-run: ' ../err |
		grep -cvE " took [0-9hms.]+$|$goes_on|$kept")" -ne 1 ]; then
		bad "not one line" ../err
	elif ! grep -qE -- "$1" ../err; then
		bad "no '$1'" ../err
	else
		return 0
	fi
	return 1
}

# holds FILE TEXT
holds() {
	[ "$(cat "$1")" = "$2" ] && return
	bad "'$1' does not hold '$2'"
	return 1
}

# Nothing is left behind but the files named
leaves() {
	local have want

	have=$(find . -mindepth 1 -printf '%f\n' | sort | tr '\n' ' ')
	want=$(printf '%s\n' "$@" | sort | tr '\n' ' ')
	[ $# -gt 0 ] || want=
	if [ "$have" != "$want" ]; then
		bad "left '$have' instead of '$want'"
	elif [ -n "$(ls -A "$TMPDIR")" ]; then
		bad "left in TMPDIR: $(ls -A "$TMPDIR")"
		rm -rf "${TMPDIR:?}"/*
	else
		return 0
	fi
	return 1
}

# The file is whole, valid and can be assessed
valid() {
	if ! xmllint --noout --relaxng "$top/profile/measurement.rng" "$1" \
		>../xml 2>&1; then
		bad "'$1' is not valid" ../xml
	elif ! "$report" --all "$1" >../report 2>&1; then
		bad "'$1' can't be assessed" ../report
	else
		return 0
	fi
	return 1
}

# has FILE EVENT...: the measurement has these events
has() {
	local file=$1 event

	shift
	for event; do
		grep -q "<event name=\"$event\"" "$file" && continue
		bad "no $event in '$file'"
		return 1
	done
}
