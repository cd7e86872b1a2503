#!/bin/bash
# Searches each fuzz target for SECONDS with libFuzzer (clang); new inputs that
# widen the coverage go to build/fuzz-corpus, crashes stop the search.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
out=build/fuzz-search
mkdir -p "$out"
pkgs="libxml-2.0 lua5.4 zlib libdw libelf capstone"
sources=()
for src in base/*.c lua/*.c profile/*.c profile/hpctoolkit/*.c arch/*.c \
	measure/*.c measure/structure/*.c web/highlight.c; do
	case $src in */main.c | */preload.c) ;; *) sources+=("$src") ;; esac
done
for src in tests/fuzz/fuzz_*.c; do
	name=$(basename "$src" .c)
	# shellcheck disable=SC2046,SC2086 # lists of words
	clang -g -O1 -D_GNU_SOURCE -I. -DPERFEXPERT_DATADIR='"/nonexistent"' \
		-DPERFEXPERT_VERSION='"fuzz"' $(pkg-config --cflags $pkgs) \
		-fsanitize=fuzzer,address,undefined -o "$out/$name" \
		"$src" "${sources[@]}" $(pkg-config --libs $pkgs) -liberty -lm -lpthread
	mkdir -p "build/fuzz-corpus/$name"
	"$out/$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
		-artifact_prefix="$out/" "build/fuzz-corpus/$name" \
		"tests/fuzz/corpus/${name#fuzz_}"
done
