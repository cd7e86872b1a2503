#!/bin/bash
# A suite that can't fail shows nothing: each is run with programs in place of ours
# that do nothing and end well (true), that do nothing and fail (false), and that do
# what they do but say nothing (silent). It has to fail each time. Of long suites a
# part is run. Of documents, layers, packages, puzzles and samples no program is the subject.
#
#	tests/selftest.sh [all]		all suites; without it the quick ones
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/lib.sh
. tests/lib.sh
all=${1:-}
export TRIES=1 # what always fails would be tried for too long

# replace KIND PROGRAM: one of the build's by one that does nothing, or is silent
replace() {
	case $1 in
	silent)
		printf '#!/bin/sh\nexec "%s" "$@" >/dev/null 2>&1\n' "$build/$2" \
			>"$scratch/$1/$2"
		;;
	*) printf '#!/bin/sh\n%s\n' "$1" >"$scratch/$1/$2" ;;
	esac
	chmod +x "$scratch/$1/$2"
}

# substitute KIND: a folder of programs in which ours are replaced
substitute() {
	local name program

	mkdir "$scratch/$1" "$scratch/$1/fuzz" "$scratch/$1/tests" "$scratch/$1/simulator"
	for name in "$build"/* "$build"/simulator/* "$build"/tests/*; do
		program=${name#"$build"/}
		case $program in
		fuzz | tests | simulator) ;;
		perfexpert | perfexpert-run | perfexpert-site | \
			verify-knowledge | tests/check | simulator/perfexpert-sim-*)
			replace "$1" "$program"
			;;
		*) ln -s "$name" "$scratch/$1/$program" ;;
		esac
	done
	for name in "$build"/fuzz/fuzz_*; do
		replace "$1" "fuzz/${name##*/}"
	done
}

# fails KIND SUITE [PART...]
fails() {
	local kind=$1 status line

	shift
	BUILD=$scratch/$kind timeout 600 "tests/$1" "${@:2}" >"$scratch/out" \
		2>&1 </dev/null
	status=$?
	line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$scratch/out" | tail -n 1)
	case $line in
	'' | *' 0 failed'*) not_ok "$kind, $*: ${line:-no summary}, status $status" ;;
	*) [ $status != 0 ]; judge $? "$kind, $*: $line" ;;
	esac
}

for kind in true false silent; do
	substitute $kind
	fails $kind golden.sh help usage
	fails $kind fuzz/replay.sh
	# a silent unit test is one that does nothing
	[ $kind = silent ] || fails $kind run.sh unit
	[ $kind = silent ] || fails $kind cli.sh usage
	[ "$all" ] || continue
	fails $kind cli.sh usage machines
	fails $kind programs.sh stacks
	fails $kind partial.sh tables
	fails $kind schemas.sh json export
	fails $kind safety.sh own_files inputs
	fails $kind faults.sh text
	fails $kind counters.sh
	fails $kind hpcrun/run.sh
	fails $kind calls.sh
	fails $kind regions.sh
	fails $kind phases.sh
	fails $kind processes.sh gone
	fails $kind examples.sh
	# the simulator's file is looked at, and it says nothing anyway
	[ $kind = silent ] || fails $kind mca.sh
	fails $kind parallel/run.sh made
	fails $kind browser/run.sh
	fails $kind mpi/run.sh openmpi
	fails $kind kernels/run.sh add_chain
	fails $kind simulator/run.sh arithmetic
done

# where blanks are in the path
ln -s "$top" "$scratch/a b"
line=$("$scratch/a b/tests/golden.sh" help color formulas json_two 2>&1 | tail -n 1)
is "golden.sh where blanks are in the path" "$line" "4 passed, 0 failed, 0 skipped"

mkdir "$scratch/of a user"
if make -s --no-print-directory BUILD="$build" DESTDIR="$scratch/of a user" prefix=/usr \
	install >/dev/null 2>"$scratch/err"; then
	version=$("$scratch/of a user/usr/bin/perfexpert" --version)
	is "installed where blanks are in the path" "${version%% *} $(find \
		"$scratch/of a user/usr" -name 'perfexpert.1' -o -name lcpi.lua | wc -l)" \
		"perfexpert 2"
	make -s --no-print-directory BUILD="$build" DESTDIR="$scratch/of a user" prefix=/usr \
		uninstall 2>"$scratch/err"
	is "and all of it is taken away" "$(find "$scratch/of a user" -type f)" ""
else
	not_ok "it is not installed where blanks are in the path: $(tail -n 1 "$scratch/err")"
fi

# and so is what is not there
for suite in golden.sh cli.sh programs.sh partial.sh safety.sh faults.sh kernels/run.sh simulator/run.sh \
	mpi/run.sh parallel/run.sh run.sh; do
	if "tests/$suite" nosuch >"$scratch/out" 2>&1 </dev/null; then
		not_ok "$suite: a name that is not there passes"
	else
		ok "$suite: a name that is not there fails"
	fi
done
if "$build/tests/check" trend nosuch >/dev/null 2>&1; then
	not_ok "check: a name that is not there passes"
else
	ok "check: a name that is not there fails"
fi

# a case without a verdict
(
	. tests/verdicts.sh
	open_case "nothing is said"
	false && ok
	summary
) >"$scratch/out"
is "a case without a verdict has failed" "$? $(tail -n 1 "$scratch/out")" \
	"1 0 passed, 1 failed, 0 skipped"
summary
