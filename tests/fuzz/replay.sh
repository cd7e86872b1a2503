#!/bin/bash
# Replays every fuzz target's corpus; a target fails when it crashes, hangs,
# or an input takes too much for its size.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}
export PERFEXPERT_DATA=$PWD LC_ALL=C HOME=/nonexistent
unset PERFEXPERT_KNOWLEDGE XDG_CONFIG_HOME
# shellcheck source=tests/verdicts.sh
. tests/verdicts.sh
for src in tests/fuzz/*/fuzz_*.c; do
	[ -e "$src" ] || continue
	name=$(basename "$src" .c)
	corpus=tests/fuzz/corpus/${name#fuzz_}
	if [ -z "$(ls "$corpus" 2>/dev/null)" ]; then
		not_ok "$name: no corpus in $corpus"
		continue
	fi
	said=$(timeout 600 "$build/fuzz/$name" "$corpus"/*)
	status=$?
	inputs=("$corpus"/*)
	if [ $status = 0 ] && [ "$said" = "${#inputs[@]} inputs replayed" ]; then
		ok "$name" >/dev/null
	else
		not_ok "$name: status $status: $said"
	fi
done
summary
