#!/bin/bash
# Named regions: each accepted interface gives the same ones, with exactly the
# counts of theory, in the simulated pass; what does not match is named with its
# place; calls cost next to nothing, in instructions, where nobody measures.
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
src=tests/regions
include=measure/collect/region/include
unset VALGRIND_OPTS
hang=600 # seconds; nothing here takes that long on any machine

flags=(-O1 -g -Wall -I "$include" -DPERFEXPERT_REGION -L "$build"
	"-Wl,-rpath,$build")
lib=(-lperfexpert-region -lpthread)

sim() {
	rm -f "$scratch"/out.*
	VALGRIND_LIB=$build/simulator timeout $hang valgrind -q \
		--tool=perfexpert-sim --out-file="$scratch/out.%p" "$@" \
		>"$scratch/stdout" 2>"$scratch/stderr"
}

# table KEY: "name number entries own inclusive" of each region, from all of a
# run's files, by name
table() {
	awk -v key="$1" '
	$1 == "region" {
		path[$2] = ($3 in path ? path[$3] : "") "/" $6 " " $4
		name[$2] = $6 " " $4
		value = 0
		for (i = 7; i <= NF; i++) {
			split($i, pair, "=")
			if (pair[1] == key)
				value = pair[2]
		}
		entries[name[$2]] += $5
		own[name[$2]] += value
		n = split(substr(path[$2], 2), up, "/")
		split("", seen)
		for (i = 1; i <= n; i++) {
			if (!(up[i] in seen))
				all[up[i]] += value
			seen[up[i]] = 1
		}
	}
	END {
		for (r in all)
			print r, entries[r], own[r], all[r]
	}' "$scratch"/out.* | sort
}

# What body.h does: additions are exact.
theory="a 5 1 1 11
b 6 1 110 110
even 2 3 3000 3000
odd 3 2 2000 2000
outer 1 5 500 5500
rec 4 5 50 50"
threads="thread 7 4 10000 10000"
unnumbered() { sed 's/ [0-9]*/ 0/'; }

need_simulator

# ---- C ----

for use in OWN FAPP COLLECTION HPM HPMT LIKWID; do
	want="$theory
$threads"
	case $use in COLLECTION | LIKWID) want=$(unnumbered <<<"$want") ;; esac
	if ${CC:-cc} "${flags[@]}" -D$use -o "$scratch/$use" $src/named.c "${lib[@]}" &&
		sim "$scratch/$use"; then
		is "C, $use: additions of each region" "$(table fa)" "$want"
	else
		not_ok "C, $use: does not build or run"
	fi
done

# n more additions are n more loads and stores, in each region alike
sim "$scratch/OWN" 1
for key in fa ld st ex; do table $key >"$scratch/one.$key"; done
sim "$scratch/OWN" 3
for key in fa ld st ex; do table $key >"$scratch/three.$key"; done
more() { join <(sed 's/ /_/' "$scratch/one.$1") <(sed 's/ /_/' "$scratch/three.$1") |
	awk '{ print $1, $6 - $3, $7 - $4 }'; }
is "loads follow the additions exactly" "$(more ld)" "$(more fa)"
is "stores follow the additions exactly" "$(more st)" "$(more fa)"
per=$(join <(more ex) <(more fa) | awk '{ print $2 / $4, $3 / $5 }' | sort -u)
is "so do instructions: as many for each" "$(wc -w <<<"$per") $(wc -l <<<"$per") ${per% *}" \
	"2 1 ${per#* }"

# what the library does itself is in none, also once threads are told apart
sim "$scratch/OWN" 0
is "regions of nothing have next to no instructions" \
	"$(table ex | awk '$1 == "thread" || $1 == "odd" { print $1, $4 < 20 * $3 }')" "odd 1
thread 1"

# without the library a pair is nothing, and the program runs
if ${CC:-cc} -O1 -DOWN -I $include -o "$scratch/none" $src/named.c -lpthread &&
	"$scratch/none"; then
	ok "a program without the library runs"
else
	not_ok "a program without the library"
fi
if ${CC:-cc} -static -O1 -DOWN -DPERFEXPERT_REGION -I $include -o "$scratch/static" \
	$src/named.c "$build/libperfexpert-region.a" -lpthread 2>/dev/null; then
	sim "$scratch/static"
	is "a static program's regions" "$(table fa)" "$theory
$threads"
else
	skip "no static C library"
fi

# ---- C++, Fortran, without names ----

if command -v "${CXX:-g++}" >/dev/null; then
	${CXX:-g++} "${flags[@]}" -o "$scratch/scope" $src/scope.cc "${lib[@]}" &&
		sim "$scratch/scope"
	is "C++ scopes" "$(table fa)" "$theory
$threads"
else
	skip "no C++ compiler"
fi
if command -v gfortran >/dev/null; then
	for use in OWN FAPP COLLECTION HPM LIKWID; do
		want=$theory
		case $use in COLLECTION | LIKWID) want=$(unnumbered <<<"$want") ;; esac
		gfortran -cpp -O1 -g -D$use -J "$scratch" -o "$scratch/f$use" \
			$include/perfexpert/perfexpert_region.f90 $src/named.f90 \
			-L "$build" -Wl,-rpath,"$build" "${lib[@]}" &&
			sim "$scratch/f$use"
		is "Fortran, $use" "$(table fa)" "$want"
	done
else
	skip "no gfortran"
fi
${CC:-cc} "${flags[@]}" -o "$scratch/range" $src/range.c "${lib[@]}" &&
	sim "$scratch/range"
is "fipp and MPI_Pcontrol" "$(table fa)" "MPI_Pcontrol 1 1 30 30
fipp 0 3 300 300"

# ---- mispredictions ----

# of a region those of the function in it, and at most a few of the library's own
${CC:-cc} "${flags[@]}" -o "$scratch/missed" $src/missed.c "${lib[@]}"
function_of() { nm -S "$scratch/missed" | awk -v n="$1" '$4 == n { print $1, $2 }'; }
missed() { # FUNCTION
	# shellcheck disable=SC2046
	"$build/tests/simcheck" "$scratch"/out.* missed $(function_of "$1") | awk '$1 == "msp" { print $2 }'
}
sim "$scratch/missed"
inside=$(missed inside)
region=$(table bm | awk '$1 == "decide" { print $4 }')
is "a region has half of the mispredictions, as the function in it" \
	"$((inside > 9000 && $(missed outside) > 9000)) $((region >= inside && region <= inside + 30))" "1 1"

# ---- installed ----

if command -v pkg-config >/dev/null &&
	make -s --no-print-directory BUILD="$build" prefix="$scratch/usr" install >/dev/null; then
	PKG_CONFIG_PATH=$scratch/usr/lib/pkgconfig
	export PKG_CONFIG_PATH
	# shellcheck disable=SC2046
	if ${CC:-cc} -O1 -DOWN -o "$scratch/installed" $src/named.c -Wl,--as-needed \
		$(pkg-config --cflags --libs perfexpert-region) -lpthread &&
		LD_LIBRARY_PATH=$scratch/usr/lib sim "$scratch/installed"; then
		is "with the flags of pkg-config" "$(table fa)" "$theory
$threads"
	else
		not_ok "with the flags of pkg-config: does not build or run"
	fi
	make -s --no-print-directory BUILD="$build" prefix="$scratch/usr" uninstall
	is "nothing of it is left behind" "$(find "$scratch/usr" -name '*region*')" ""
else
	skip "no pkg-config"
fi

# ---- through perfexpert-run and perfexpert ----

measure() {
	timeout $hang "$build/perfexpert-run" -q -f -c simulate -o "$scratch/app.db" \
		"$@" >"$scratch/stdout" 2>"$scratch/stderr"
}

# not linked with the library: perfexpert-run adds it
${CC:-cc} -O1 -g -I $include -o "$scratch/wrong" $src/wrong.c
measure -n 1 "$scratch/wrong"
is "pairs that don't match are named with their places" \
	"$("$build/perfexpert" 0.1 "$scratch/app.db" 2>&1 | tr -s '\n ' '  ' |
		grep -o "the region '[^(]*([^)]*)")" \
	"the region 'a' ends while 'b', which began later, is open (wrong.c:18)
the region 'never' 2 ends where it is not open (wrong.c:20)
the region 'open' is begun and not ended (wrong.c:21)"
if command -v xmllint >/dev/null; then
	xmllint --noout --relaxng profile/measurement.rng "$scratch/app.db" 2>/dev/null &&
		ok "the measurement is valid" || not_ok "the measurement is not valid"
else
	skip "no xmllint"
fi

# entries and counts as in theory, by both programs
rm -f "$scratch/app.db" # not kept because there is more in it
measure -n 1 --effort full "$scratch/OWN" 3000
got=$("$build/perfexpert" --all --json "$scratch/app.db" | python3 -c '
import json, sys
for s in json.load(sys.stdin)["sections"]:
    if s["kind"] == "region":
        print(s["name"], *(int(v) for v in (s["entries"][0],
              s["own"][0]["FAD_INS"], s["events"]["FAD_INS"][0])))' | sort)
is "entries and counts in the report" "$got" "$(echo "$theory
$threads" | awk '{ print $1, $2, $3, 3000 * $4, 3000 * $5 }')"

# ---- what a pair costs, in instructions ----

${CC:-cc} "${flags[@]}" -O2 -o "$scratch/pairs" $src/pairs.c "${lib[@]}"
count() {
	valgrind -q --tool=none "$@" 2>/dev/null
	valgrind --tool=lackey --basic-counts=yes "$@" 2>&1 |
		sed -n 's/.*guest instrs: *//p' | tr -d ,
}
if [ -x "$(dirname "$(readlink -f "$build/simulator/default.supp")")/lackey-amd64-linux" ]; then
	few=$(count "$scratch/pairs" 1000)
	many=$(count "$scratch/pairs" 11000)
	per=$(((many - few) / 10000))
	if [ $per -le 12 ]; then
		ok "a pair that nobody measures takes $per instructions"
	else
		not_ok "a pair that nobody measures takes $per instructions"
	fi
else
	skip "no lackey to count instructions with"
fi
summary
