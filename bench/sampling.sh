#!/bin/bash
# What native clock sampling costs a program (target: at most 2 %): the demo's
# matrix product, and gzip, each in turn without and with sampling.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
pairs=${1:-15}
out=$build/bench
mkdir -p "$out"
make -s BUILD="$build" "$build/libperfexpert.a" "$build/perfexpert-preload.so"
libs="libxml-2.0 lua5.4 zlib libdw libelf capstone"
# shellcheck disable=SC2046,SC2086
gcc -O2 -D_GNU_SOURCE -I. -o "$build/bench-sampling" bench/sampling.c \
	"$build/libperfexpert.a" $(pkg-config --libs $libs) -liberty -lm -lpthread
gcc -O2 -o "$out/mmm" demo/mmm.c
echo "-- matrix product"
"$build/bench-sampling" "$pairs" "$out/mmm"
head -c 12000000 "$build/libperfexpert.a" "$build/perfexpert" >"$out/input" 2>/dev/null || true
echo "-- gzip"
"$build/bench-sampling" "$pairs" gzip -9 -c "$out/input"
