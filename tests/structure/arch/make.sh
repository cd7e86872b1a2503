#!/bin/sh
# Builds the shared objects from arch.c again (needs clang and lld)
set -eu
cd "$(dirname "$0")"
build() {
	out=$1
	shift
	clang "$@" -g -fno-unroll-loops -nostdlib -shared -fPIC -fuse-ld=lld \
		-ffile-prefix-map="$PWD=." -fdebug-compilation-dir=. \
		-o "$out" arch.c
}
build aarch64.so --target=aarch64-linux-gnu -O2
build sve.so --target=aarch64-linux-gnu -march=armv8.2-a+sve -O3 -ffast-math
build powerpc64le.so --target=powerpc64le-linux-gnu -mcpu=power9 -O2
