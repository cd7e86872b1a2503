# shellcheck shell=bash disable=SC2034 # names that the cases use
# lib.sh - measurement files for the golden cases of perfexpert
#
#	figure FILE SECONDS <TABLE
#
# writes a measurement of a program that ran SECONDS on a node of Ranger. Each
# line of TABLE is a procedure: its name, its time ("99.9%" of the program, or
# "136.93" seconds) and how long the bars of the seven categories are to be.
# Counts are chosen so that the paper's formulas with Ranger's eleven
# parameters give such a bar; 51 stands for far beyond the end of the scale.
figure() {
	awk -v file="$1" -v seconds="$2" '
	# LCPI behind a bar; its ends stand for all that is less, or more
	function lcpi(bar) {
		return bar <= 1 ? 0.03 : bar >= 51 ? 2.8 : bar * 0.05
	}
	function least(a, b) { return a < b ? a : b }
	BEGIN {
		hz = 2300000000
		split("TOT_CYC TOT_INS L1_DCA L2_DCA L2_DCM L1_ICA L2_ICA " \
		      "L2_ICM FP_INS FAD_INS FML_INS BR_INS BR_MSP TLB_DM " \
		      "TLB_IM", event, " ")
		print "<perfexpert version=\"1\">"
		printf "<measurement program=\"%s\" collector=\"hpcrun\"" \
		       " machine=\"opteron\" clock-hz=\"%.0f\"" \
		       " runtime-s=\"%s\">\n", file, hz, seconds
		for (i = 1; i <= 15; i++)
			printf "<event name=\"%s\" how=\"sampled\"/>\n", event[i]
		print "</measurement>"
	}
	{
		share = $2 ~ /%$/ ? $2 / 100 : $2 / seconds
		cyc = share * seconds * hz
		ins = cyc / lcpi($3)
		data = lcpi($4)
		l1 = least(data, 1.2)
		fp = lcpi($6)
		fast = least(fp, 1.2)
		v["TOT_CYC"] = cyc
		v["TOT_INS"] = ins
		v["L1_DCA"] = ins * l1 / 3
		v["L2_DCM"] = ins * (data - l1) / (310 + 2 * 9)
		v["L2_DCA"] = 2 * v["L2_DCM"]
		v["L1_ICA"] = ins * lcpi($5) / 2
		v["L2_ICA"] = v["L2_ICM"] = 0
		v["FAD_INS"] = v["FML_INS"] = ins * fast / 8
		v["FP_INS"] = ins * (fast / 4 + (fp - fast) / 31)
		v["BR_INS"] = ins * lcpi($7) / 2
		v["BR_MSP"] = 0
		v["TLB_DM"] = ins * lcpi($8) / 50
		v["TLB_IM"] = ins * lcpi($9) / 50
		name[NR] = $1
		for (i = 1; i <= 15; i++) {
			line[NR] = line[NR] sprintf("%s%.0f", i > 1 ? " " : "",
			                            v[event[i]])
			sum[i] += v[event[i]]
		}
	}
	END {
		sum[1] = seconds * hz
		for (i = 1; i <= 15; i++)
			all = all sprintf("%s%.0f", i > 1 ? " " : "", sum[i])
		printf "<section kind=\"program\" name=\"%s\"><sum>%s</sum>\n",
		       file, all
		printf "<section kind=\"module\" name=\"%s\"><sum>%s</sum>\n",
		       file, all
		for (k = 1; k <= NR; k++)
			printf "<section kind=\"procedure\" name=\"%s\">" \
			       "<sum>%s</sum></section>\n", name[k], line[k]
		print "</section></section></perfexpert>"
	}' >"$1"
}

# What every case of the paper's figures says about suggestions.
paper="--suggestions-url http://www.tacc.utexas.edu/perfexpert/"

#	sample FILE
#
# writes a measurement as the simulating collector makes it: two native runs
# and a simulated one, a nest of loops, a procedure of the C library that has
# time but no counts (another variant of it was simulated).
sample() {
	cat >"$1" <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<perfexpert version="1" created-by="perfexpert 0.1.0">
<measurement program="./mmm" collector="simulate" collector-version="0.1.0"
 machine="opteron" clock-hz="2000000000" runtime-s="10" threads="1" ranks="1">
<arg value="./mmm"/>
<event name="TOT_CYC" how="sampled"/>
<event name="TOT_INS" how="simulated"/>
<event name="L1_DCA" how="simulated"/>
<event name="L2_DCA" how="simulated"/>
<event name="L2_DCM" how="simulated"/>
<event name="L1_ICA" how="simulated"/>
<event name="L2_ICA" how="simulated"/>
<event name="L2_ICM" how="simulated"/>
<event name="FP_INS" how="simulated"/>
<event name="FAD_INS" how="simulated"/>
<event name="FML_INS" how="simulated"/>
<event name="BR_INS" how="simulated"/>
<event name="BR_MSP" how="simulated"/>
<event name="TLB_DM" how="simulated"/>
<event name="TLB_IM" how="simulated"/>
<run purpose="native" command="./mmm" wall-s="10" samples="10000"><totals>20100000000 - - - - - - - - - - - - - -</totals></run>
<run purpose="native" command="./mmm" wall-s="10" samples="9900"><totals>19900000000 - - - - - - - - - - - - - -</totals></run>
<run purpose="simulated" command="./mmm"><totals>- 8000000000 3000000000 500000000 100000000 2000000000 400 300 2000000000 1000000000 1000000000 1000000000 2000000 50000000 100</totals></run>
</measurement>
<section kind="program" name="mmm">
<sum>20000000000 8000000000 3000000000 500000000 100000000 2000000000 400 300 2000000000 1000000000 1000000000 1000000000 2000000 50000000 100</sum>
<samples>19900 - - - - - - - - - - - - - -</samples>
<section kind="module" name="mmm" file="/home/me/mmm">
<sum>18000000000 7990000000 2995000000 499000000 99000000 1998000000 300 200 2000000000 1000000000 1000000000 998000000 1900000 49900000 90</sum>
<section kind="procedure" name="main" file="mmm.c" line="30" end-line="60">
<sum>1000000000 990000000 195000000 1000000 1000000 198000000 100 100 100000000 50000000 50000000 98000000 100000 900000 40</sum>
<samples>1000 - - - - - - - - - - - - - -</samples>
<runs>1000000000 1000000000 -</runs>
</section>
<section kind="procedure" name="matrixproduct" raw-name="matrixproduct" file="mmm.c" line="9" end-line="20">
<sum>17000000000 7000000000 2800000000 498000000 98000000 1800000000 200 100 1900000000 950000000 950000000 900000000 1800000 49000000 50</sum>
<samples>16900 - - - - - - - - - - - - - -</samples>
<runs>17100000000 16900000000 -</runs>
<section kind="loop" file="mmm.c" line="12" end-line="18">
<sum>17000000000 6999000000 2799000000 498000000 98000000 1799000000 200 100 1900000000 950000000 950000000 899000000 1800000 49000000 50</sum>
<samples>16900 - - - - - - - - - - - - - -</samples>
<runs>17100000000 16900000000 -</runs>
<section kind="loop" file="mmm.c" line="13" end-line="17">
<sum>16900000000 6900000000 2790000000 498000000 98000000 1780000000 200 100 1900000000 950000000 950000000 890000000 1700000 49000000 50</sum>
<samples>16800 - - - - - - - - - - - - - -</samples>
<section kind="loop" file="mmm.c" line="14" end-line="16">
<sum>16500000000 6600000000 2700000000 498000000 98000000 1700000000 200 100 1900000000 950000000 950000000 850000000 1600000 49000000 50</sum>
<samples>16500 - - - - - - - - - - - - - -</samples>
</section>
</section>
</section>
</section>
</section>
<section kind="module" name="libc.so.6" file="/lib/x86_64-linux-gnu/libc.so.6">
<sum>2000000000 10000000 5000000 1000000 1000000 2000000 100 100 0 0 0 2000000 100000 100000 10</sum>
<section kind="procedure" name="__memset_avx512_unaligned">
<sum>1900000000 - - - - - - - - - - - - - -</sum>
<samples>1900 - - - - - - - - - - - - - -</samples>
</section>
<section kind="procedure" name="&lt;unknown&gt;">
<sum>100000000 10000000 5000000 1000000 1000000 2000000 100 100 0 0 0 2000000 100000 100000 10</sum>
<samples>100 - - - - - - - - - - - - - -</samples>
</section>
</section>
</section>
</perfexpert>
END
}

#	status COMMAND...
#
# says what ran, what it said and how it ended, for cases of many commands
status() {
	echo "\$ ${*/#"$PE"/perfexpert}"
	"$@" 2>&1
	echo "exit status $?"
}

PE() { status "$PE" "$@"; }
