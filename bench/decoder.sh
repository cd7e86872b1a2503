#!/bin/bash
# bench/decoder.sh x86-64|aarch64|ppc64le FILE...: our decoder beside objdump, all
# instructions of these programs: lengths, branches and their targets, loads and stores,
# kinds and types of floating-point arithmetic, widths of vectors. Then what differs,
# by mnemonic. OBJDUMP: one that knows the instruction set (objdump).
# Without a FILE: twenty programs or libraries of this system.
set -u
cd "$(dirname "$0")/.." || exit 1
build=$(realpath "${BUILD:-build}") set=${1:-x86-64}
[ $# -lt 1 ] || shift
if [ $# = 0 ]; then
	mapfile -t files < <(find /usr/bin /usr/lib/x86_64-linux-gnu -maxdepth 1 -type f -size +500k \
		-exec file -N {} + | sed -n 's/: *ELF.*x86-64.*//p' | sort | awk 'NR % 7 == 1' | head -n 20)
	set -- "${files[@]}"
fi
read -ra libs <<<"$(pkg-config --libs capstone)"
cc -std=gnu11 -O2 -I. -o "$build/bench-decoder" bench/decoder.c "$build/libperfexpert.a" \
	"${libs[@]}" || exit 1
read -ra objdump <<<"${OBJDUMP:-objdump}"
options=(-d -w)
[ "$set" != x86-64 ] || options+=(-M intel)
for f; do
	"${objdump[@]}" "${options[@]}" "$f"
done | "$build/bench-decoder" "$set" | awk -v set="$set" -f bench/decoder.awk
