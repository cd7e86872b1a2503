#!/bin/bash
# bench/puzzles.sh [LIST...]: what the answer gets right of the puzzles of each LIST
# (tests/puzzles/*/list.tsv): measures each slow form with the default options, asks
# for the answer, and prints a line for each puzzle and the totals of each list. How
# an answer is judged is said in bench/puzzles.py.
#
#	ONLY='NAME...'   these puzzles only
#	DIR=FOLDER       where the programs and measurements stay; what was measured
#	                 is not measured again, only judged
#
# What is shown and no line of the list expects is printed with its place, for a
# person to judge: verdicts.tsv beside the list has what was judged (id, the
# suggestion's id, and fix: it names the fix, or one as good; good: true, but another
# one; false: useless or wrong).
set -u
cd "$(dirname "$0")/.." || exit 1
build=$(realpath "${BUILD:-build}")
export PERFEXPERT_DATA=$PWD LC_ALL=C
[ $# -gt 0 ] || set -- tests/puzzles/*/list.tsv
if [ "${DIR:-}" ]; then
	mkdir -p "$DIR" && dir=$(realpath "$DIR") || exit 1
else
	dir=$(mktemp -d) || exit 1
	trap 'rm -rf "$dir"' EXIT
fi

# seconds FILE COMMAND...: elapsed and processor time of its run
seconds() {
	local to=$1

	shift
	TIMEFORMAT='%R %U %S'
	{ time "$@" >/dev/null 2>>"$dir/said" </dev/null; } 2>"$to"
}

# measure ID BUILD SOURCE ARGUMENT...: leaves ID.json, ID.txt and ID.cost
measure() {
	local id=$1 compiler=$2 source=$3 command

	shift 3
	case $compiler in
	python3 | sh | bash) command=("$compiler" "$source" "$@") ;;
	*)
		# shellcheck disable=SC2086
		(cd "$dir" && $compiler -o "$id" "$source" -lm) || return
		command=("./$id" "$@")
		;;
	esac
	if [[ $(<"$source") == *"import numpy"* ]] && ! python3 -c 'import numpy' 2>&-; then
		echo "$id: skipped, no numpy"
		return
	fi
	rm -f "$dir/$id.db"
	(
		cd "$dir" || exit
		for ((i = 0; i < 3; i++)); do
			seconds "$id.native$i" "${command[@]}"
		done
		seconds "$id.run" "$build/perfexpert-run" -q -f -o "$id.db" "${command[@]}"
	)
	if [ ! -e "$dir/$id.db" ]; then
		echo "$id: failed: $(tail -n 1 "$dir/said")"
		return
	fi
	"$build/perfexpert" --json -s "$dir/$id.db" >"$dir/$id.json"
	"$build/perfexpert" "$dir/$id.db" >"$dir/$id.txt"
	paste -d ' ' "$dir/$id.run" <(sort -g "$dir/$id".native? | sed -n 2p) \
		>"$dir/$id.cost"
}

for list; do
	folder=$(realpath "$(dirname "$list")")
	while IFS=$'\t' read -r id _ compiler _ arguments _ place _; do
		[[ $id != \#* ]] || continue
		[ -z "${ONLY:-}" ] || [[ " $ONLY " == *" $id "* ]] || continue
		command -v "${compiler%% *}" >/dev/null ||
			{ echo "$id: skipped, no ${compiler%% *}"; continue; }
		[ "$arguments" != - ] || arguments=
		# shellcheck disable=SC2086
		[ -s "$dir/$id.cost" ] ||
			measure "$id" "$compiler" "$folder/${place%%:*}" $arguments
	done <"$list"
	python3 bench/puzzles.py "$list" "$dir"
done
