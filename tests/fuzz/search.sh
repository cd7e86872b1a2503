#!/bin/bash
# Searches each fuzz target, or those named, for SECONDS with libFuzzer (clang);
# new inputs that widen the coverage go to build/fuzz-corpus, crashes to
# build/fuzz-search. Ends with a line for each target: executions, what was
# covered by the corpus and by the search, crashes.
#
#	tests/fuzz/search.sh SECONDS [TARGET...]
set -u
cd "$(dirname "$0")/../.." || exit 1
seconds=${1:-60}
shift
targets=("$@")
[ $# -gt 0 ] || mapfile -t targets < <(printf "%s\n" tests/fuzz/*/fuzz_*.c | sed "s,.*/fuzz_,,; s,\\.c$,,")
out=build/fuzz-search
san=-fsanitize=fuzzer-no-link,address,undefined
export PERFEXPERT_DATA=$PWD LC_ALL=C HOME=/nonexistent
unset PERFEXPERT_KNOWLEDGE XDG_CONFIG_HOME

make -s "-j$(nproc)" BUILD=$out CC=clang CFLAGS="-g -O1 $san -fno-sanitize-recover=all" \
	WARN=-w $out/libperfexpert.a || exit 1
libs=$(pkg-config --libs libxml-2.0 lua5.4 zlib libdw libelf capstone)
failed=0 table=
for name in "${targets[@]}"; do
	# shellcheck disable=SC2046,SC2086 # lists of words
	clang -g -O1 -w -D_GNU_SOURCE -I. $(pkg-config --cflags libxml-2.0 lua5.4) \
		-fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
		-o "$out/$name" tests/fuzz/*/"fuzz_$name.c" $out/libperfexpert.a \
		$libs -liberty -lm -lpthread || exit 1
	mkdir -p "build/fuzz-corpus/$name"
	"$out/$name" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 \
		-print_final_stats=1 -artifact_prefix="$out/$name-" \
		"build/fuzz-corpus/$name" "tests/fuzz/corpus/$name" \
		>"$out/$name.log" 2>&1
	status=$?
	[ $status = 0 ] || { failed=$((failed + 1)); tail -n 30 "$out/$name.log"; }
	table+=$(awk -v name="$name" -v status=$status '
		{ for (i = 1; i < NF; i++) if ($i == "cov:") last = $(i + 1) }
		/INITED/ { first = last }
		/number_of_executed_units/ { n = $2 }
		END { printf "%-16s %9d executions, coverage %5d -> %5d, %s", name,
			n, first, last, status ? "CRASHED" : "no crash" }' \
		"$out/$name.log")$'\n'
done
printf '%s' "$table"
[ $failed = 0 ]
