#!/bin/bash
# Pairs of suggestions that verify-knowledge cannot measure, as they need a library or a
# launcher: bench/pairs/*.c, before and after. Prints for each its suggestion, the gain
# measured (elapsed time, median of 5), the gain said (- where it is not), and its
# place among the suggestions of its section; doc/data/pairs.tsv has them.
# What is missing here is skipped.
#
#	bench/pairs.sh [ID...]
#
#	BLAS=FILE   a BLAS with threads (default: -lopenblas)
#	RUN=...     before each command, such as chrt -r 10 on a busy machine
set -u
cd "$(dirname "$0")/.." || exit 1
build=$(realpath "${BUILD:-build}")
sources=$PWD/bench/pairs
export PERFEXPERT_DATA=$PWD LC_ALL=C OMP_NUM_THREADS=2
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
h5=$(pkg-config --cflags --libs hdf5-serial 2>/dev/null || pkg-config --cflags --libs hdf5 2>/dev/null)

elapsed() { # COMMAND: seconds, and its checksum
	TIMEFORMAT=%R
	# shellcheck disable=SC2086
	{ time ${RUN:-} $1 >checksum 2>/dev/null </dev/null; } 2>&1 | tail -n 1
}

# pair ID SOURCE COMPILER LIBRARIES PREFIX LAUNCHER AFTER: what is in front of the
# program before, of which PREFIX is in front of perfexpert-run, too; and after
pair() {
	local id=$1 t said

	[ -z "$wanted" ] || [[ " $wanted " == *" $id "* ]] || return
	# shellcheck disable=SC2086
	if ! $3 -O2 -g -fno-math-errno -o before "$sources/$2.c" $4 2>log ||
		! $3 -O2 -g -fno-math-errno -DAFTER -o after "$sources/$2.c" $4 2>log; then
		echo "$id: skipped: $(head -n 1 log)"
		return
	fi
	for ((t = 0; t < 5; t++)); do
		echo "before $(elapsed "$5 $6 ./before")"
		mv checksum before.sum
		echo "after $(elapsed "$7 ./after")"
		mv checksum after.sum
	done >seconds
	cmp -s before.sum after.sum || echo "$id: before and after print different results"
	# shellcheck disable=SC2086
	${RUN:-} $5 "$build/perfexpert-run" -q -f -o pair.db $6 ./before >log 2>&1
	said=$("$build/perfexpert" --json -s=all pair.db 2>/dev/null | python3 -c '
import json, sys
found = [(c["expected"] or 0, i + 1) for s in json.load(sys.stdin)["sections"]
         for i, c in enumerate(s["suggestions"]) if c["id"] == sys.argv[1]]
said, place = max(found, default=(None, "-"))
print(said and "%.2f" % said or "-", place, sep="\t")' "$id")
	awk -v id="$id" -v said="$said" '
		{ t[$1, ++n[$1]] = $2 }
		function median(s, i, k, x) {
			for (i = 1; i <= n[s]; i++)
				for (k = i + 1; k <= n[s]; k++)
					if (t[s, k] < t[s, i]) { x = t[s, i]; t[s, i] = t[s, k]; t[s, k] = x }
			return t[s, int((n[s] + 1) / 2)]
		}
		END { printf "%s\t%.2f\t%s\n", id, median("before") / median("after"), said }' seconds
}

wanted=$*
ranks="mpirun -n 2 --bind-to"
pair one-thread-in-libraries blas mpicc "${BLAS:--lopenblas}" "" "$ranks none" \
	"env OPENBLAS_NUM_THREADS=1 $ranks none"
pair wait-less-for-messages messages mpicc -lm "" "$ranks core" "$ranks core"
pair larger-hyperslabs hyperslabs gcc "$h5" "" "" ""
pair small-matrices-inline small gcc "-llapack -lblas" "" "" ""
pair more-processors processors "gcc -fopenmp" -lm "taskset -c 0" "" ""
