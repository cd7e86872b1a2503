#!/bin/bash
# A program measured and reported in all ways, for elf_mutants: fails with 6 or
# more when one of ours ends by a signal, can't read what another wrote, or leaves
# something.
#
#	tests/fuzz/whole_run.sh BUILD PROGRAM
set -u
# of processor time, as others may have the processors
ulimit -t 120
build=$1 program=$(realpath "$2") || exit 7
folder=$(mktemp -d) || exit 7
trap 'rm -rf "$folder"' EXIT
export TMPDIR=$folder/tmp PERFEXPERT_DATA=${PERFEXPERT_DATA:-$PWD}
export ASAN_OPTIONS=detect_leaks=0
mkdir "$TMPDIR"
cd "$folder" || exit 7
timeout -k 5 3600 "$build/perfexpert-run" -q -m zen5 -n 1 -e low -o app.db "$program" \
	>out 2>err </dev/null
status=$?
if [ $status -gt 5 ] || grep -q "Sanitizer\|runtime error" err; then
	cat err
	exit 6
fi
[ -z "$(ls -A "$TMPDIR")" ] || exit 8
[ -e app.db ] || exit $status
for how in "--json --all" "--html page.html" "--source"; do
	# shellcheck disable=SC2086 # options
	timeout -k 5 3600 "$build/perfexpert" $how app.db >out 2>err
	[ $? = 0 ] || { cat err; exit 9; }
done
