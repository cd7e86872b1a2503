#!/bin/bash
# perfexpert on a measurement of 100 MB against "xmllint --stream --noout" of
# it, in pairs in turn, and the memory that it takes.
#
#	bench/diagnose.sh [MEGABYTES [PAIRS]]
#
# Targets: at most 1.5 x xmllint and less than 100 MB. Needs hyperfine and time.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
megabytes=${1:-100} pairs=${2:-7}
export PERFEXPERT_DATA=$PWD LC_ALL=C
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Modules, procedures of all sizes, nested loops, lines, facts and statistics,
# as a large C++ program on many threads gives them.
generate() {
	awk -v bytes=$((megabytes * 1000000)) '
	function counts(scale,    i, s) {
		s = sprintf("%.0f", scale)
		for (i = 2; i <= 15; i++)
			s = s sprintf(" %.0f", scale * part[i])
		return s
	}
	function list(name, scale) {
		return "<" name ">" counts(scale) "</" name ">\n"
	}
	function section(kind, name, line, scale) {
		return "<section kind=\"" kind "\"" name " file=\"/home/user/" \
		       "application/source/module_" int(n / 40) ".cpp\" line=\"" \
		       line "\" end-line=\"" line + 30 "\">\n" \
		       list("sum", scale) \
		       "<samples>" int(scale / 2e6) " - - - - - - - - - - - - " \
		       "- -</samples>\n<runs>" int(scale) " " int(scale * 1.01) \
		       "</runs>\n" \
		       "<fact fact=\"loop\" entries=\"12\" iterations=\"" \
		       int(scale / 7) "\" trips=\"16\"/>\n"
	}
	BEGIN {
		names = "TOT_CYC TOT_INS L1_DCA L2_DCA L2_DCM L1_ICA L2_ICA " \
		        "L2_ICM FP_INS FAD_INS FML_INS BR_INS BR_MSP TLB_DM TLB_IM"
		shares = "1 0.9 0.4 0.02 0.005 0.3 0.001 0.0001 0.3 0.1 0.1 " \
		         "0.1 0.002 0.001 0.0001"
		split(names, event, " ")
		split(shares, part, " ")
		print "<perfexpert version=\"1\">\n<measurement " \
		      "program=\"./app\" collector=\"simulate\" " \
		      "machine=\"zen5\" clock-hz=\"4000000000\" " \
		      "runtime-s=\"1000\" threads=\"64\">"
		for (i = 1; i <= 15; i++)
			print "<event name=\"" event[i] "\" how=\"simulated\"/>"
		print "<run purpose=\"native\"/>\n<run purpose=\"native\"/>"
		print "</measurement>\n<section kind=\"program\" name=\"app\">"
		total = 3e14
		printf "%s", list("sum", total)
		print "<section kind=\"module\" name=\"app\">"
		printf "%s", list("sum", total)
		for (n = 1; size < bytes; n++) {
			scale = 9e13 / n
			name = " name=\"application::solver&lt;double&gt;::" \
			       "kernel_" n "(double const*, double*, long)\""
			text = section("procedure", name, n % 5000 + 1, scale)
			for (k = 0; k < 3; k++) {
				text = text section("loop", "", n % 5000 + 5,
				                    scale / 2)
				text = text list("mean", scale / 128)
				for (l = 0; l < 4; l++)
					text = text "<line file=\"/home/user/" \
					       "application/source/module_" \
					       int(n / 40) ".cpp\" line=\"" \
					       n % 5000 + 5 + l "\">" \
					       counts(scale / 9) "</line>\n"
			}
			for (k = 0; k < 4; k++)
				text = text "</section>\n"
			size += length(text)
			printf "%s", text
		}
		print "</section>\n</section>\n</perfexpert>"
	}'
}

generate >"$scratch/app.db"
wc -c <"$scratch/app.db" | awk '{ printf "measurement: %.1f MB\n", $1 / 1e6 }'
"$build/perfexpert" 0.1 "$scratch/app.db" >"$scratch/report"
grep -c "of the total runtime" "$scratch/report" |
	sed 's/^/sections in the report: /'

# Pairs in turn, so that what else the machine does hits both alike.
seconds() {
	hyperfine -N --runs 1 --export-json "$scratch/time" \
		--output null "$@" >/dev/null 2>&1
	sed -n 's/.*"mean": \([0-9.e-]*\),.*/\1/p' "$scratch/time"
}
seconds "xmllint --stream --noout $scratch/app.db" >/dev/null # warm the cache
for _ in $(seq "$pairs"); do
	ours=$(seconds "$build/perfexpert $scratch/app.db")
	theirs=$(seconds "xmllint --stream --noout $scratch/app.db")
	echo "$ours $theirs"
done | sort -n >"$scratch/pairs"
awk '{ o[NR] = $1; t[NR] = $2; r[NR] = $1 / $2; log_sum += log(r[NR])
       printf "perfexpert %.3f s, xmllint %.3f s, ratio %.2f\n", $1, $2, r[NR] }
     END { printf "ratio, geometric mean of %d pairs: %.2f (target: 1.5)\n",
           NR, exp(log_sum / NR) }' "$scratch/pairs"

for how in "" --all; do
	/usr/bin/time -o "$scratch/peak" -f %M "$build/perfexpert" $how \
		"$scratch/app.db" >/dev/null
	awk -v how="$how" '{
		printf "peak memory%s: %.0f MB%s\n", how ? " with " how : "",
		       $1 / 1000, how ? "" : " (target: 100)" }' "$scratch/peak"
done
