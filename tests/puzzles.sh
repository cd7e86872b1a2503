#!/bin/bash
# The puzzles of tests/puzzles: their lists say what the files are, and each form
# compiles (without code: what they say of the tool is bench/puzzles.sh's).
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh

for list in tests/puzzles/*/list.tsv; do
	open_case "$list"
	python3 tests/puzzles/check.py "$list" >"$scratch/wrong" 2>&1 &&
		ok || bad "it says what is not so" "$scratch/wrong"
done

# compile ID FORM FILE COMMAND...: leaves its messages, with .bad when it failed
compile() {
	local log=$scratch/$1.$2 file=$3

	shift 3
	command -v "$1" >/dev/null || { : >"$log.none"; return; }
	case $1 in
	python3) "$@" -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' \
		"$file" ;;
	sh) "$@" -n "$file" ;;
	*) (cd "$scratch" && "$@" -w -fsyntax-only "$top/$file") ;;
	esac >"$log" 2>&1 || : >"$log.bad"
}

for list in tests/puzzles/*/list.tsv; do
	while IFS=$'\t' read -r id _ build fixed _ _ place _; do
		[[ $id != \#* ]] || continue
		place=${place%%:*} name=${list%/*}/${place%.*} ext=${place##*.}
		[ "$fixed" != = ] || fixed=$build
		while [ "$(jobs -rp | wc -l)" -ge 2 ]; do
			wait -n
		done
		{
			# shellcheck disable=SC2086
			compile "$id" slow "$name.$ext" $build
			# shellcheck disable=SC2086
			compile "$id" fixed "${name}_fixed.$ext" $fixed
		} &
	done <"$list"
	wait
	while IFS=$'\t' read -r id _; do
		[[ $id != \#* ]] || continue
		for form in slow fixed; do
			open_case "$id, $form form compiles"
			log=$scratch/$id.$form
			if [ -e "$log.none" ]; then
				skip "its compiler is not installed"
			elif [ -e "$log.bad" ] || [ ! -e "$log" ]; then
				bad "it does not" "$log"
			else
				ok
			fi
		done
	done <"$list"
done
summary
