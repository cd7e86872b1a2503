#!/bin/bash
# Golden tests: tests/golden/CASE/cmd is run by bash in a scratch folder that
# holds the case's files; stdout, stderr and exit status are compared with
# CASE/want. "--accept" rewrites the wants: read the diff then.
# In cmd, $PE and $RUN are the programs. A first line "# needs: WORD..."
# names programs without which the case is skipped.
set -u
cd "$(dirname "$0")/.." || exit 1
top=$PWD
build=${BUILD:-build}
case $build in /*) ;; *) build=$top/$build ;; esac
export PE=$build/perfexpert RUN=$build/perfexpert-run
export PERFEXPERT_DATA=$top LC_ALL=C COLUMNS=80 HOME=/nonexistent
unset PERFEXPERT_KNOWLEDGE XDG_CONFIG_HOME
# shellcheck source=tests/verdicts.sh
. tests/verdicts.sh
accept=0
[ "${1:-}" = --accept ] && accept=1 && shift

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

cases=()
for dir in tests/golden/*/; do
	cases+=("$(basename "$dir")")
done
known_names case "${cases[@]}" -- "$@"
for case in "${cases[@]}"; do
	dir=tests/golden/$case
	[ $# -gt 0 ] && [[ " $* " != *" $case "* ]] && continue
	open_case "$case"
	missing=
	for word in $(sed -n '1s/^# needs: //p' "$dir/cmd"); do
		command -v "$word" >/dev/null || missing="$missing $word"
	done
	if [ -n "$missing" ]; then
		skip "needs$missing"
		continue
	fi
	rm -rf "$scratch/case"
	cp -r "$dir" "$scratch/case"
	(cd "$scratch/case" && timeout 600 bash ./cmd >"$scratch/out" \
		2>"$scratch/err" </dev/null)
	status=$?
	{
		cat "$scratch/out"
		echo "--- stderr"
		cat "$scratch/err"
		echo "--- exit status $status"
	} >"$scratch/got"
	if [ $accept = 1 ]; then
		cp "$scratch/got" "$dir/want"
		ok
	elif diff -u "$dir/want" "$scratch/got" >"$scratch/diff" 2>&1; then
		ok >/dev/null
	else
		bad "another output"
		head -n 60 "$scratch/diff"
	fi
done
summary
