#!/bin/bash
# HPCToolkit's databases: an experiment.xml of 1 GB against "xmllint --stream
# --noout" of it, in pairs in turn, with summed and with per-thread metrics; a
# database of version 4 with 1,000 profiles. Time and peak memory.
#
#	bench/hpctoolkit.sh [MEGABYTES [PAIRS]]
#
# Targets: at most 1.3 x xmllint; memory that follows the sections, so the same
# at a tenth of the size. Needs time, 3 GB in TMPDIR and a built tree.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
megabytes=${1:-1000} pairs=${2:-5}
export LC_ALL=C
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for tool in tests/gen_experiment tests/gen_v4 tests/hpctoolkit/dump; do
	# shellcheck disable=SC2046
	gcc -O2 -D_GNU_SOURCE -I. $(pkg-config --cflags libxml-2.0) \
		-o "$scratch/$(basename $tool)" $tool.c "$build/libperfexpert.a" \
		$(pkg-config --libs libxml-2.0 zlib) -lm
done

# user and system seconds, and peak memory in MB, of a command
measure() {
	/usr/bin/time -o "$scratch/time" -f "%U %S %M" "$@" >/dev/null
	awk '{ printf "%.2f %.0f\n", $1 + $2, $3 / 1000 }' "$scratch/time"
}

compare() { # TITLE FILE
	echo "$1: $(stat -c %s "$2" | awk '{ printf "%.0f MB", $1 / 1e6 }')"
	cat "$2" >/dev/null # warm the cache
	for _ in $(seq "$pairs"); do
		echo "$(measure "$scratch/dump" -q "$2")" \
			"$(measure xmllint --stream --noout "$2")"
	done | awk '{
		printf "  read %.2f s, %d MB; xmllint %.2f s; ratio %.2f\n",
		       $1, $2, $3, $1 / $3
		log_sum += log($1 / $3)
	} END {
		printf "  ratio, geometric mean: %.2f (target: 1.3)\n",
		       exp(log_sum / NR) }'
}

for size in $((megabytes / 10)) "$megabytes"; do
	"$scratch/gen_experiment" "$size" >"$scratch/experiment.xml"
	compare "summed metrics" "$scratch/experiment.xml"
	"$scratch/gen_experiment" -t 64 "$size" >"$scratch/experiment.xml"
	compare "metrics of 64 threads" "$scratch/experiment.xml"
	rm "$scratch/experiment.xml"
done
for profiles in 100 1000; do
	"$scratch/gen_v4" "$scratch/v4" $profiles 5000
	stat -c %s "$scratch/v4/profile.db" |
		awk -v n=$profiles '{ printf "version 4, %d profiles: %.0f MB\n",
		                             n, $1 / 1e6 }'
	measure "$scratch/dump" -q "$scratch/v4" |
		awk '{ printf "  read %.2f s, %d MB\n", $1, $2 }'
done
