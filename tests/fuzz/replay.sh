#!/bin/bash
# Replays every fuzz target's corpus; a target fails when it crashes, hangs,
# or an input takes too much for its size.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}
export PERFEXPERT_DATA=$PWD LC_ALL=C HOME=/nonexistent
unset PERFEXPERT_KNOWLEDGE XDG_CONFIG_HOME
passed=0 failed=0
for src in tests/fuzz/fuzz_*.c; do
	[ -e "$src" ] || continue
	name=$(basename "$src" .c)
	corpus=tests/fuzz/corpus/${name#fuzz_}
	if [ -z "$(ls "$corpus" 2>/dev/null)" ]; then
		echo "FAILED $name: no corpus in $corpus"
		failed=$((failed + 1))
	elif timeout 600 "$build/fuzz/$name" "$corpus"/*; then
		passed=$((passed + 1))
	else
		echo "FAILED $name: status $?"
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
