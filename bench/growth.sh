#!/bin/bash
# Nothing of ours is quadratic in what a program brings: doubles one thing twice
# and prints what perfexpert-run and perfexpert took for it in processor time, and
# how much more the last doubling took (2: linear, 4: quadratic). Above 3 is a
# failure.
#
#	bench/growth.sh [arguments|environment|procedures|sections|modules|threads|ranks]...
set -u
cd "$(dirname "$0")/.." || exit 1
top=$PWD
build=${BUILD:-build}
case $build in /*) ;; *) build=$top/$build ;; esac
[ $# -gt 0 ] || set -- arguments environment procedures sections modules threads ranks
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C PERFEXPERT_DATA=$top TMPDIR=$scratch
cd "$scratch" || exit 1

# cpu COMMAND...: adds its user and system seconds to the file "took"
cpu() {
	/usr/bin/time -o time -f "%U %S" "$@" >out 2>err </dev/null ||
		{ echo "growth: failed: ${*:1:3} ..." >&2; head -n 3 err >&2; }
	tail -n 1 time >>took
}

# measurement SECTIONS MODULES THREADS: one that perfexpert-run could have written
measurement() {
	awk -v sections="$1" -v modules="$2" -v threads="$3" 'BEGIN {
		print "<perfexpert version=\"1\"><measurement program=\"./app\" " \
		      "collector=\"simulate\" machine=\"zen4\" clock-hz=\"2e9\" " \
		      "runtime-s=\"100\" threads=\"" threads "\" ranks=\"1\">"
		print "<event name=\"TOT_CYC\" how=\"sampled\"/>" \
		      "<event name=\"TOT_INS\" how=\"simulated\"/>" \
		      "<event name=\"L1_DCA\" how=\"simulated\"/>"
		for (t = 0; t < threads; t++)
			print "<thread rank=\"0\" number=\"" t "\" cpu-s=\"1\"/>"
		print "</measurement><section kind=\"program\" name=\"app\">" \
		      "<sum>2e11 1e11 3e10</sum>"
		for (m = n = 0; m < modules; m++) {
			print "<section kind=\"module\" name=\"m" m "\" file=\"/m" m "\">" \
			      "<sum>" 2e11 / modules " " 1e11 / modules " 1e9</sum>"
			for (k = 0; k < sections / modules; k++)
				print "<section kind=\"procedure\" name=\"step_" ++n \
				      "\" file=\"app.c\" line=\"" 10 * n "\"><sum>" \
				      2e11 / sections " " 1e11 / sections " 1e6</sum>" \
				      "<section kind=\"loop\" file=\"app.c\" line=\"" \
				      10 * n + 1 "\"><sum>" 1e11 / sections " " \
				      5e10 / sections " 1e6</sum></section></section>"
			print "</section>"
		}
		print "</section></perfexpert>"
	}' >app.db
}

# All that may compare each with all others
reports() {
	cpu "$build/perfexpert" app.db
	cpu "$build/perfexpert" --all 0.001 app.db
	cpu "$build/perfexpert" --html page.html app.db
	cpu "$build/perfexpert" --json --all app.db
	cp app.db before.db
	cpu "$build/perfexpert" --all before.db app.db
	cpu "$build/perfexpert-run" --merge -q -f -o merged.db app.db
}

grow_sections() { measurement "$1" 1 1 && reports; }
grow_modules() { measurement "$1" "$1" 1 && reports; }
grow_threads() { measurement 10 1 "$1" && reports; }

grow_ranks() {
	local i

	measurement 200 4 2
	rm -rf parts && mkdir parts
	for ((i = 0; i < $1; i++)); do
		sed "s/rank=\"0\"/rank=\"$i\"/" app.db >parts/app.db.part-1."$(printf %05d "$i")"
	done
	cpu "$build/perfexpert-run" --merge -q -f -o merged.db parts/*
}

# A binary with so many, each with a loop
grow_procedures() {
	seq "$1" | awk '{ print "double f" $1 "(double x, int n) {\n" \
		"for (int i = 0; i < n; i++) x = x * " $1 ".5 + i; return x; }" }
		END { print "int main(void) { double x = 1; for (int i = 0; i < 3e7; i++)" \
		" x = f" NR "(x, 1); return x < 0; }" }' >a.c
	gcc -O0 -g -o a a.c
	cpu "$build/perfexpert-run" -q -f -n 1 -e low -o app.db ./a
}

words() {
	cpu env "${variables[@]}" "$build/perfexpert-run" -q -f -n 1 -e low -o app.db \
		/bin/sh -c 'i=0; while [ $i -lt 9999 ]; do i=$((i+1)); done' "${arguments[@]}"
}
grow_arguments() {
	local arguments variables=()

	mapfile -t arguments < <(seq "$1")
	words
}
grow_environment() {
	local arguments=() variables

	mapfile -t variables < <(seq -f 'V%.0f=1' "$1")
	words
}

declare -A first=([arguments]=12000 [environment]=12000 [procedures]=1000
	[sections]=8000 [modules]=150 [threads]=3000 [ranks]=60)
failed=0
for kind; do
	printf '%-12s' "$kind"
	n=${first[$kind]} before=0
	for ((i = 0; i < 3; i++, n *= 2)); do
		: >took
		"grow_$kind" "$n"
		now=$(awk '{ s += $1 + $2 } END { printf "%.2f", s }' took)
		printf ' %8d %6.2f s' "$n" "$now"
		[ $i = 2 ] || before=$now
	done
	awk -v a="$before" -v b="$now" 'BEGIN { printf "  x %.1f\n", b / (a > 0 ? a : 0.01)
		exit b > 1 && b > 3 * a }' || failed=1
done
[ $failed = 0 ] || { echo "growth: what grows by more than three is quadratic"; exit 1; }
