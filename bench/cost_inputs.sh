#!/bin/bash
# bench/cost_inputs.sh: what the programs of bench/cost.sh work on, written to the
# working folder, $scale times as much as takes a processor of 2024 5 to 7 s.
# shellcheck shell=bash disable=SC2154

# What real programs work on
input() {
	[ -e text ] && return
	more_inputs
	find /usr/share/doc /usr/include -type f -size -200k -print0 2>/dev/null |
		sort -z | head -z -n $((4000 * scale)) | xargs -0 cat >text
	head -c $((30000000 * scale)) text >part && mv part text
	cat text text text >triple
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
	moving "$((480 * scale))" >video
}

# moving FRAMES: raw frames, a picture that moves
moving() {
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

# Of those that were added later
more_inputs() {
	cat >words.pl <<-'EOF'
	while (<>) { for (/\w+/g) { $n{lc $_}++; $p{$1}++ if /(..)$/ } }
	my @w = sort { $n{$b} <=> $n{$a} || $a cmp $b } keys %n;
	print "$_ $n{$_}\n" for @w[0 .. 9];
	EOF
	cat >arrays.py <<-EOF
	import numpy as np
	r = np.random.default_rng(1)
	a = r.random(2000000); s = 0.0
	for k in range(18 * $scale):
	    b = np.sort(a + k); s += b[::7].sum()
	    s += abs(np.fft.rfft(a)).max()
	    u, c = np.unique((a * 50000).astype(int), return_counts=True)
	    s += c.max() + np.where(a > 0.5, np.sqrt(a), a * a).sum()
	print(s)
	EOF
	cat >matrix.R <<-EOF
	set.seed(1); s <- 0
	for (k in 1:(150 * $scale)) {
	  a <- matrix(rnorm(90000), 300)
	  s <- s + sum(solve(crossprod(a) + diag(300))) + sum(svd(a)\$d)
	}
	x <- rnorm(1500); y <- x * 2 + rnorm(1500)
	for (k in 1:(240 * $scale)) s <- s + loess(y ~ x)\$s
	f <- function(n) if (n < 2) n else f(n - 1) + f(n - 2)
	print(s + f(25))
	EOF
	cat >cover.mod <<-'EOF'
	param n := 110; param m := 140;
	set I := 1..n; set J := 1..m;
	param a{j in J, i in I} :=
	  if Uniform01() < 0.08 or i = j mod n + 1 then 1 else 0;
	param c{i in I} := 10 + floor(7 * Uniform01());
	var x{I} binary;
	minimize cost: sum{i in I} c[i] * x[i];
	s.t. cover{j in J}: sum{i in I} a[j, i] * x[i] >= 1;
	solve;
	end;
	EOF
	cat >scene.pov <<-'EOF'
	#version 3.7;
	global_settings { assumed_gamma 1 max_trace_level 8 }
	camera { location <0, 3, -9> look_at 0 }
	light_source { <8, 12, -10> color rgb 1 area_light <2,0,0>, <0,0,2>, 3, 3 }
	plane { y, -1.5 pigment { checker color rgb 1, color rgb 0.2 }
	  finish { reflection 0.2 } }
	#declare N = function { pigment { bozo } }
	#declare R = seed(3);
	#for (I, 1, 120)
	  sphere { <rand(R) * 8 - 4, rand(R) * 3 - 1, rand(R) * 8 - 4>, 0.4
	    pigment { marble turbulence 1 color_map {
	      [0 rgb <1, 0.8, 0.4>] [1 rgb <0.3, 0.2, 0.6>] } }
	    finish { reflection 0.3 specular 0.6 } normal { bumps 0.4 scale 0.1 } }
	#end
	isosurface {
	  function { x*x + y*y + z*z - 2 + 0.4 * N(x*3, y*3, z*3).red }
	  max_gradient 6 contained_by { sphere { 0, 2 } }
	  pigment { rgb <0.4, 0.9, 0.5> } }
	EOF
	cat >templates.cc <<-'EOF'
	#include <algorithm>
	#include <map>
	#include <regex>
	#include <string>
	#include <vector>
	template <int N> struct tag {
		int v[N];
		bool operator<(const tag &o) const { return v[0] < o.v[0]; }
	};
	template <int N> int use(const std::string &s)
	{
		std::map<std::string, tag<N>> m;
		std::vector<tag<N>> v(N);
		std::regex r("a+(b|c)*" + s);
		std::sort(v.begin(), v.end());
		m[s] = v[0];
		return std::regex_search(s, r) + (int)m.size();
	}
	template <int N> int all(const std::string &s)
	{
		if constexpr (N > 0)
			return use<N>(s) + all<N - 1>(s);
		else
			return 0;
	}
	int main(int n, char **v) { return all<COPIES>(v[n - 1]); }
	EOF
}

# sequences LINES: as many lines of the text as if they were proteins, and a family
sequences() {
	tr -dc 'AC-IK-NP-TVWYac-ik-np-tvwy\n' <text |
		tr '[:lower:]' '[:upper:]' | awk 'length > 30' | head -n "$1" >letters
	awk '{ printf ">q%d\n%s\n", NR, $0 }' letters >proteins
	{
		echo '# STOCKHOLM 1.0'
		awk 'length > 40 && ++n <= 40 {
			printf "s%d %s\n", n, substr($0, 1, 40) }' letters
		echo //
	} >family.sto
	hmmbuild --amino --cpu 0 family.hmm family.sto >built
}
