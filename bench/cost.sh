#!/bin/bash
# bench/cost.sh [-f] [NAME...]: what a measurement costs. For real programs of
# this system that are here, and solvers with set-up phases and phases that
# change (bench/cost.c): the processor time of the whole perfexpert-run over that
# of a native run; with -f also what changes against --effort full (which takes
# its time): bench/difference.py. Natively each takes 5 to 7 s on a processor of
# 2024; SCALE=N makes them N times as long.
set -u
cd "$(dirname "$0")/.." || exit 1
here=$PWD/bench
build=$(realpath "${BUILD:-build}")
scale=${SCALE:-1} full=
[ "${1:-}" = -f ] && full=1 && shift
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
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

# What real programs work on
input() {
	[ -e text ] && return
	find /usr/share/doc /usr/include -type f -size -200k -print0 2>/dev/null |
		sort -z | head -z -n $((4000 * scale)) | xargs -0 cat >text
	head -c $((30000000 * scale)) text >part && mv part text
	cat >words.awk <<-'EOF'
	{ for (i = 1; i <= NF; i++) n[$i]++ }
	END { for (w in n) if (n[w] > m) m = n[w]; print m }
	EOF
	cat >bodies.py <<-EOF
	import math
	def run(n, steps):
	    x = [math.sin(i) for i in range(n)]; v = [0.0] * n
	    for s in range(steps):
	        for i in range(n):
	            f = 0.0
	            for j in range(n):
	                d = x[j] - x[i]; f += d / (abs(d * d * d) + 0.01)
	            v[i] += 1e-4 * f
	        for i in range(n): x[i] += v[i]
	    return sum(x)
	print(run(120, 5200 * $scale))
	EOF
	cat >rows.sql <<-EOF
	create table a(k integer, v real); create table b(k integer, w text);
	with recursive c(i) as (select 1 union all select i + 1 from c
	  where i < 4800000 * $scale)
	insert into a select (i * 7919) % 100003, i * 0.5 from c;
	insert into b select k, 'w' || v from a where v < 480000 * $scale;
	create index ak on a(k);
	select count(*), sum(v) from a join b using (k);
	EOF
	cat >matrix.m <<-EOF
	s = 0; for k = 1:350 * $scale; a = rand(300); s += sum(eig(a * a')); end; s
	EOF
	cat >surface.gp <<-EOF
	set terminal svg size 2000,1500
	set output '/dev/null'
	set isosamples 150 * $scale, 150
	set hidden3d
	set contour both
	splot sin(x*x+y*y)/(1+0.1*x*x), cos(x*y)*exp(-0.01*x*x)
	EOF
	video "$((480 * scale))" >video
}

# video FRAMES: raw frames, a picture that moves
video() {
	python3 - "$1" <<-'EOF'
	import math, sys
	w, h = 640, 360
	lines = [bytes(int(128 + 60 * math.sin(x * 0.05) + 40 * math.cos(y * 0.07)
	         + (x * 7919 ^ y * 104729) % 23) & 255 for x in range(2 * w))
	         for y in range(2 * h)]
	for n in range(int(sys.argv[1])):
	    dx, dy = n % 120 * 3 % w, n % 120 * 2 % h
	    for y in range(h):
	        sys.stdout.buffer.write(lines[y + dy][dx:dx + w])
	    sys.stdout.buffer.write(bytes([128]) * (w * h // 2))
	EOF
}

bench() { # NAME COMMAND...
	local name=$1 native cost

	shift
	command -v "$1" >/dev/null || { echo "$name: skipped, no $1"; return; }
	native=$(cpu time "$@")
	rm -f normal.db full.db
	cost=$(cpu time "$build/perfexpert-run" -v -f -o normal.db --collector \
		simulate "$@")
	[ -e normal.db ] || { echo "$name: failed: $(tail -n 1 said)"; return; }
	printf '%-10s %6.1f s  %5.1f  %s\n' "$name" "$native" \
		"$(awk "BEGIN { print $cost / $native }")" \
		"$(sed -n 's/.*all of the program is simulated: /whole: /p
			s/.*the simulated part is not known.*/part not known/p' said |
			tr '\n' ' ')$("$build/perfexpert" 0.1 normal.db |
			grep -o 'simulated [0-9.e+-]* % of the run[^(]*')"
	echo "$cost $native" >>costs
	[ "$full" ] || return
	cost=$(cpu time "$build/perfexpert-run" -f -e full -o full.db \
		--collector simulate "$@")
	[ -e full.db ] || { echo "$name: failed: $(tail -n 1 said)"; return; }
	printf '%-10s full %17.1f  %s\n' "" \
		"$(awk "BEGIN { print $cost / $native }")" \
		"$(python3 "$here/difference.py" "$build/perfexpert" \
			full.db normal.db)"
}

input
[ $# -gt 0 ] || set -- cg stencil nbody fft join late grows bzip2 xz zstd \
	sqlite3 awk python octave gnuplot x264
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
	cg | fft) bench "$n" ./cost "$n" $((60 * scale)) ;;
	nbody | join) bench "$n" ./cost "$n" $((40 * scale)) ;;
	late) bench "$n" ./cost "$n" $((18 * scale)) ;;
	stencil | grows) bench "$n" ./cost "$n" $((10 * scale)) ;;
	*) echo "cost.sh: no program '$n'" >&2 && exit 2 ;;
	esac
done
[ -s costs ] && awk '{ print $1 / $2 }' costs | sort -g |
	awk '{ v[NR] = $1 } END { print "median " v[int((NR + 1) / 2)] }'
