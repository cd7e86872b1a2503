#!/bin/bash
# bench/cost.sh [-f] [NAME...]: what a measurement costs. For real programs of
# this system that are here, and solvers with set-up phases and phases that
# change (bench/cost.c): the processor time of the whole perfexpert-run over that
# of a native run (the mean of one before and one after it, as others may have the
# machine meanwhile); with -f also what changes against --effort full (which takes
# its time): bench/difference.py. Natively each takes 5 to 7 s on a processor of
# 2024; SCALE=N makes them N times as long. With DIR, a folder, what they work on
# and the measurements stay there, and a full pass that is there is not done again.
set -u
cd "$(dirname "$0")/.." || exit 1
here=$PWD/bench
build=$(realpath "${BUILD:-build}")
scale=${SCALE:-1} full=
[ "${1:-}" = -f ] && full=1 && shift
if [ "${DIR:-}" ]; then
	mkdir -p "$DIR" && dir=$(realpath "$DIR") || exit 1
else
	dir=$(mktemp -d) || exit 1
	trap 'rm -rf "$dir"' EXIT
fi
. bench/cost_inputs.sh
cc -O2 -g -o "$dir/cost" bench/cost.c -lm || exit 1
cd "$dir" || exit 1

# cpu FILE COMMAND...: processor time in seconds, its output thrown away
cpu() {
	local to=$1

	shift
	TIMEFORMAT='%U %S'
	{ time "$@" >/dev/null 2>"$dir/said" </dev/null; } 2>"$to"
	awk '{ print $1 + $2 }' "$to"
}

# share OF WHOLE
share() {
	awk "BEGIN { printf \"%.1f\", $1 / $2 }"
}

bench() { # NAME COMMAND...
	local name=$1 native cost

	shift
	command -v "$1" >/dev/null || { echo "$name: skipped, no $1"; return; }
	native=$(cpu time "$@")
	rm -f "$name.db"
	cost=$(cpu time "$build/perfexpert-run" -v -f -o "$name.db" --collector \
		simulate "$@")
	cp said "$name.said"
	[ -e "$name.db" ] || { echo "$name: failed: $(tail -n 1 said)"; return; }
	native=$(awk "BEGIN { print ($native + $(cpu time "$@")) / 2 }")
	printf '%-10s %6.1f s  %5.1f  %s\n' "$name" "$native" \
		"$(share "$cost" "$native")" \
		"$(sed -n 's/.*all of the program is simulated: /whole: /p
			s/.*it is unknown which part of the run was simulated.*/part not known/p' \
			"$name.said" | tr '\n' ' ')$("$build/perfexpert" 0.1 \
			"$name.db" | grep -o 'simulated [0-9.e+-]* % of the run[^(]*' |
			sed 's/ *$//')$(sed -n 's/.*the simulated run took \(.*\) native runs: /; pass \1: /p' \
			"$name.said" | tr -d '\n')"
	echo "$cost $native" >>costs
	[ "$full" ] || return
	[ -e "$name.full.db" ] || cpu time "$build/perfexpert-run" -f -e full \
		-o "$name.full.db" --collector simulate "$@" >"$name.full.cost"
	[ -e "$name.full.db" ] || { echo "$name: failed: $(tail -n 1 said)"; return; }
	printf '%-10s full %17.1f  %s\n' "" \
		"$(share "$(cat "$name.full.cost")" "$native")" \
		"$(python3 "$here/difference.py" "$build/perfexpert" \
			"$name.full.db" "$name.db")"
}

input
rm -f costs
[ $# -gt 0 ] || set -- cg stencil nbody fft join late grows bzip2 xz zstd \
	sqlite3 awk python octave gnuplot x264 \
	brotli lz4 perl numpy r glpk povray cc1plus hmmer
printf '%-10s %8s  %5s  %s\n' program native cost "(in native runs)"
for n in "$@"; do
	case $n in
	bzip2) bench bzip2 bzip2 -kc text text text ;;
	xz) bench xz xz -T1 -4kc text ;;
	zstd) bench zstd zstd -q --single-thread -15 -c text ;;
	sqlite3) bench sqlite3 sqlite3 :memory: ".read rows.sql" ;;
	awk) bench awk mawk -f words.awk text text text text text text ;;
	python) bench python /usr/bin/python3 bodies.py ;;
	octave) bench octave octave-cli --norc matrix.m ;;
	gnuplot) bench gnuplot gnuplot surface.gp ;;
	x264) bench x264 x264 --threads 1 --preset slower -o /dev/null \
		--demuxer raw --input-res 640x360 video ;;
	brotli) bench brotli brotli -q 7 -c triple ;;
	lz4) bench lz4 lz4 -q -c -12 triple ;;
	perl) bench perl perl words.pl text text ;;
	numpy) bench numpy /usr/bin/python3 arrays.py ;;
	r) bench r Rscript matrix.R ;;
	glpk) bench glpk glpsol -m cover.mod ;;
	povray) bench povray povray +Iscene.pov +W1000 +H$((750 * scale)) +WT1 -D \
		+O/dev/null +FN -GA ;;
	cc1plus) bench cc1plus g++ -std=c++17 -O2 -DCOPIES=$((16 * scale)) -c \
		-o /dev/null templates.cc ;;
	hmmer) command -v hmmbuild >/dev/null && sequences $((20000 * scale))
		bench hmmer hmmsearch --max --cpu 0 family.hmm proteins ;;
	cg | fft) bench "$n" ./cost "$n" $((60 * scale)) ;;
	nbody | join) bench "$n" ./cost "$n" $((40 * scale)) ;;
	late) bench "$n" ./cost "$n" $((18 * scale)) ;;
	stencil | grows) bench "$n" ./cost "$n" $((10 * scale)) ;;
	*) echo "cost.sh: no program '$n'" >&2 && exit 2 ;;
	esac
done
[ -s costs ] && awk '{ print $1 / $2 }' costs | sort -g |
	awk '{ v[NR] = $1 } END { print "median " v[int((NR + 1) / 2)] }'
