#!/bin/bash
# The parts that ranks leave, joined and diagnosed: processor time (user + system)
# and peak memory for more and more ranks, of eight threads each.
#
#	bench/merge.sh [SECTIONS [RANKS...]]
#
# Targets: time in proportion to the ranks, memory that does not grow with them.
# Seen with 64, 256 and 1024 ranks: 1 : 3.9 : 14.7 in processor time of joining,
# 1 : 1.04 : 1.12 in its peak memory, which is some 25 MB; diagnosing takes next
# to nothing.
# Needs time.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
sections=${1:-20000}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- 64 256 1024
export PERFEXPERT_DATA=$PWD LC_ALL=C
command -v time >/dev/null || { echo "merge: time is not installed"; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A rank's part: procedures whose work is dealt out unevenly, RANK for its number
part() {
	awk -v sections="$sections" '
	BEGIN {
		print "<perfexpert version=\"1\">\n<measurement " \
		      "program=\"./app\" collector=\"simulate\" " \
		      "machine=\"zen4\" clock-hz=\"2000000000\" " \
		      "runtime-s=\"100\" threads=\"8\" ranks=\"1\">"
		print "<event name=\"TOT_CYC\" how=\"sampled\"/>"
		print "<run purpose=\"native\" wall-s=\"13\" user-s=\"100\"/>"
		for (t = 0; t < 8; t++)
			printf "<thread rank=\"RANK\" number=\"%d\" cpu-s=\"12\"" \
			       " blocked-s=\"1\" delay-s=\"0\"/>\n", t
		print "</measurement>\n<section kind=\"program\" name=\"app\">"
		print "<sum>200000000000</sum>"
		printf "<spread of=\"cycles\">"
		for (t = 0; t < 8; t++)
			printf "%s25000000000", t ? " " : ""
		print "</spread>\n<section kind=\"module\" name=\"app\">"
		print "<sum>200000000000</sum>"
		for (n = 1; n <= sections; n++) {
			printf "<section kind=\"procedure\" name=\"step_%d\"" \
			       " file=\"app.c\" line=\"%d\">\n", n, 10 * n
			printf "<sum>%.0f</sum>\n", 1.9e10 / n
			if (n <= 20) {
				printf "<spread of=\"cycles\">"
				for (t = 0; t < 8; t++)
					printf "%s%.0f", t ? " " : "",
					       1.9e10 / n * (t + 1) / 36
				print "</spread>"
			}
			print "</section>"
		}
		print "</section></section></perfexpert>"
	}'
}

part >"$scratch/part"
most=0
for ranks; do
	[ "$ranks" -le $most ] || most=$ranks
done
for ((r = 0; r < most; r++)); do
	sed "s/rank=\"RANK\"/rank=\"$r\"/" "$scratch/part" |
		gzip -1 >"$scratch/app.part-0.$(printf %05d "$r")"
done
for ranks; do
	mapfile -t parts < <(printf "$scratch/app.part-0.%05d\n" \
		$(seq 0 $((ranks - 1))))
	command time -o "$scratch/merge" -f '%U + %S s, %M KB' "$build/perfexpert-run" \
		-q -f --merge -o "$scratch/app.db" "${parts[@]}"
	command time -o "$scratch/diagnose" -f '%U + %S s, %M KB' "$build/perfexpert" \
		--balance 0.1 "$scratch/app.db" >"$scratch/report"
	echo "$ranks ranks of 8 threads, $sections sections:" \
		"joined in $(cat "$scratch/merge")," \
		"diagnosed in $(cat "$scratch/diagnose")"
done
