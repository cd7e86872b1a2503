#!/bin/bash
# What straight loops could cost at best, beside llvm-mca (LLVM's scheduling
# models): within 15 %, or the difference is in tests/mca/differ.txt with its
# reason. The loops are run once for each machine, as x86-64 code: its classes
# of operations are what the model knows. For machines of other instruction
# sets llvm-mca is given the same operations in theirs.
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh

need_simulator
[ "$(uname -m)" = x86_64 ] || {
	skip_rest "floors beside llvm-mca: the loops are x86-64's"
}
# Later ones know more machines; Debian's names have the version behind them.
mca=$(compgen -c llvm-mca | grep -E '^llvm-mca(-[0-9]+)?$' | sort -Vu | tail -n 1)
[ -n "$mca" ] || {
	skip_rest "floors beside llvm-mca: it is not installed"
}
# The reasons are of LLVM 19: models of versions before differ otherwise.
version=$("$mca" --version | sed -n 's/.*LLVM version \([0-9]*\).*/\1/p')
[ "${version:-0}" -ge 19 ] || {
	skip_rest "floors beside llvm-mca: $mca is of LLVM ${version:-?}, not 19 or later"
}

loops=tests/mca/loops.txt iterations=900000
# the bodies of an instruction set: "NAME<tab>INSTRUCTIONS"
bodies() {
	awk -F '\t' -v set="$1" '/^= / { name = substr($0, 3) }
		$1 == set { print name "\t" $2 }' $loops
}

# Each loop is a function of its own, long enough for two bursts of the model, of
# which one begins in 200,000 blocks: iterations, as they are not unrolled.
write_program() {
	printf '\t.text\n\t.globl run\n\t.type run, @function\nrun:\n'
	printf '\tlea self(%%rip), %%rsi\n\tmov %%rsi, (%%rsi)\n'
	bodies x86 | while IFS=$'\t' read -r name _; do
		printf '\tlea data(%%rip), %%rdi\n\tlea self(%%rip), %%rsi\n\tcall %s\n' "$name"
	done
	printf '\tmov $60, %%eax\n\txor %%edi, %%edi\n\tsyscall\n'
	printf '\t.size run, .-run\n'
	bodies x86 | while IFS=$'\t' read -r name body; do
		printf '\t.p2align 6\n\t.type %s, @function\n%s:\n\tvzeroupper\n' "$name" "$name"
		printf '\tmov $%d, %%ecx\n\t.p2align 6\n' $iterations
		printf '1:\t%s\n\tdec %%ecx\n\tjnz 1b\n\tret\n\t.size %s, .-%s\n' \
			"$body" "$name" "$name"
	done
	printf '\t.bss\n\t.p2align 6\ndata:\t.skip 4096\nself:\t.skip 64\n'
	printf '\t.section .note.GNU-stack,"",@progbits\n'
}
write_program >"$scratch/loops.s"
${CC:-cc} -nostdlib -no-pie -Wl,-e,run -o "$scratch/loops" "$scratch/loops.s" || exit 1
nm -S "$scratch/loops" | grep -w t >"$scratch/functions"

# reference TRIPLE CPU SET: "NAME CYCLES" of an iteration. A decrement and the
# branch behind it are one operation, which llvm-mca knows of none: it is given
# the decrement only, or nothing where that is none.
reference() {
	local count
	case $3 in
	x86) count='dec %ecx' ;;
	arm) count='subs x9, x9, #1' ;;
	ppc) count='addi 11, 11, -1' ;;
	esac
	bodies "$3" | while IFS=$'\t' read -r name body; do
		printf '%s; %s\n' "$body" "$count" | tr ';' '\n' >"$scratch/body.s"
		printf '%s %s\n' "$name" "$("$mca" -mtriple="$1" -mcpu="$2" -iterations=1000 \
			"$scratch/body.s" 2>/dev/null | awk '/^Total Cycles:/ { print $3 / 1000 }')"
	done
}

# known TRIPLE CPU: has this llvm-mca a model of its own of the machine?
known() {
	"$mca" -mtriple="$1" -mcpu=help </dev/null 2>&1 | grep -q "^  $2 "
}

compare() { # MACHINE TRIPLE CPU SET
	local name want got reason off why
	known "$2" "$3" || {
		skip "floors of $1: $mca does not know $3"
		return
	}
	"$build/tests/simmodel" "$1" "$scratch/model" || exit 1
	rm -f "$scratch/out"
	VALGRIND_LIB=$build/simulator valgrind -q --tool=perfexpert-sim \
		--vex-iropt-unroll-thresh=0 \
		--out-file="$scratch/out" --model="$scratch/model" "$scratch/loops" ||
		not_ok "the loops end on $1"
	"$build/tests/simfloor" "$1" "$scratch/out" <"$scratch/functions" >"$scratch/floors"
	while read -r name want; do
		read -r _ got reason < <(grep "^$name " "$scratch/floors")
		off=$(awk -v a="$got" -v b="$want" 'BEGIN { print (a > b * 1.15 || b > a * 1.15) }')
		why=$(grep -P "^$1\t$name\t" tests/mca/differ.txt | cut -f 3)
		if [ "$off" = 0 ] && [ -z "$why" ]; then
			ok "$1 $name: $got, $want by $mca ($reason)"
		elif [ "$off" = 0 ]; then
			not_ok "$1 $name no longer differs: $got, $want by $mca"
		elif [ -n "$why" ]; then
			ok "$1 $name: $got, $want by $mca, as $why"
		else
			not_ok "$1 $name: $got, $want by $mca ($reason)"
		fi
	done < <(reference "$2" "$3" "$4")
}

compare zen2 x86_64-linux znver2 x86
compare zen3 x86_64-linux znver3 x86
compare zen4 x86_64-linux znver4 x86
compare skylake_sp x86_64-linux skylake-avx512 x86
compare icelake_sp x86_64-linux icelake-server x86
compare sapphire_rapids x86_64-linux sapphirerapids x86
compare a64fx aarch64-linux a64fx arm
compare neoverse_n1 aarch64-linux neoverse-n1 arm
compare neoverse_v1 aarch64-linux neoverse-v1 arm
compare neoverse_v2 aarch64-linux neoverse-v2 arm
compare power9 powerpc64le-linux pwr9 ppc
compare power10 powerpc64le-linux pwr10 ppc
summary
