#!/bin/sh
# Measures the matrix product of the PerfExpert paper with its loops in a bad
# order, shows the assessment, then does the same with a better order and
# compares the two. BUILD names the folder of the programs (build).
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
out=$build/demo
case $build in
/*) PATH=$build:$PATH ;;
*) PATH=$PWD/$build:$PATH ;;
esac
export PATH PERFEXPERT_DATA="$PWD"
mkdir -p "$out"

say() {
	printf '\n== %s\n' "$*"
}

run() {
	printf '$ %s\n' "$*"
	"$@"
}

say "A matrix product with its loops in a bad order (demo/mmm.c)"
run gcc -O2 -g -o "$out/mmm" demo/mmm.c
cp demo/mmm.c demo/mmm_better.c "$out"
cd "$out"
run perfexpert-run --force ./mmm
say "What holds it back: procedures and loops above 10 % of the run time"
run perfexpert --suggest 0.1 mmm.db
say "The same with its loops in a better order (demo/mmm_better.c)"
run gcc -O2 -g -o mmm_better mmm_better.c
run perfexpert-run --force ./mmm_better
say "Did it help? 1 is worse in the first measurement, 2 in the second"
run perfexpert 0.1 mmm.db mmm_better.db
say "The measurements are in $out; next: perfexpert --help"
