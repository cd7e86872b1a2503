# AVX-512: lengths, results, counts.
# shellcheck shell=bash disable=SC2154

decoder="measure/collect/simulate/tool/evex/evex_decode.c measure/collect/simulate/tool/evex/evex_table.c"

# The lengths of what compilers make, on every host: objdump's.
lengths() {
	objdump -d --insn-width=16 "$dir/wide.o" |
		awk -F'\t' 'NF > 2 { gsub(" ", "", $2); print $2 }' |
		"$dir/evex_length" 2>"$dir/stderr"
}
if [ "$(uname -m)" != x86_64 ] || ! command -v objdump >/dev/null; then
	skip "no objdump for x86-64: AVX-512's lengths"
else
	# shellcheck disable=SC2086 # several words
	${CC:-cc} -O1 -g -Wall -I. -o "$dir/evex_length" $src/evex/evex_length.c \
		$decoder || not_ok "evex_length.c does not build"
	known=0 other=0
	for arch in icelake-server "skylake-avx512 -mprefer-vector-width=512"; do
		for file in tests/kernels/[!f]*/*.c $src/evex/*.c; do
			# shellcheck disable=SC2086 # several words
			${CC:-cc} -w -O3 -ffast-math -march=$arch -I. -c \
				-o "$dir/wide.o" "$file" 2>/dev/null || continue
			read -r n wrong unknown < <(lengths)
			known=$((known + n)) other=$((other + wrong + unknown))
		done
	done
	is "AVX-512 that is cut unlike objdump, or not known" "$other" 0
	[ $known -gt 300 ] && ok "$known instructions of AVX-512 decoded" ||
		not_ok "only $known instructions of AVX-512 decoded"
fi

# counts_of NAME: class of floating point, loads, stores in a thousand times
counts_of() {
	awk -v name="$1" 'BEGIN {
		split(substr(name, 4), part, "_")
		class = substr(part[1], 1, 1)
		lanes = substr(part[1], 2)
		flops = index("amds", class) ? lanes : class == "f" ? 2 * lanes : 0
		# and the load of its return
		print 1000 * (class != "n"), 1000 * flops, 1000 * part[2] + 1,
			1000 * part[3] }'
}
if grep -qw avx512bw /proc/cpuinfo && grep -qw avx512vl /proc/cpuinfo; then
	# shellcheck disable=SC2086 # several words
	${CC:-cc} -O1 -g -Wall -I. -o "$dir/evex_random" $src/evex/evex_random.c \
		$decoder &&
		${CC:-cc} -O1 -g -Wall -o "$dir/evex_exact" \
			$src/evex/evex_exact.c -lpthread ||
		not_ok "programs of AVX-512 do not build"
	for seed in 1 2; do
		"$dir/evex_random" $seed 8 >"$dir/native"
		sim "$dir/evex_random" $seed 8
		is "AVX-512, random operands: instructions that differ" \
			"$(different "$dir/native")" 0
		n=$(grep -c zmm "$dir/native")
		[ "$n" -gt 1000 ] && ok "$n of them executed" ||
			not_ok "only $n executed"
	done
	"$dir/evex_exact" >"$dir/native"
	sim "$dir/evex_exact"
	is "AVX-512: faults, threads, signals and AVX between" \
		"$(different "$dir/native") $(wc -l <"$dir/stdout")" "0 7"
	while read -r start size name; do
		set -- "$dir"/out.*
		at=("$1" x evex_exact "$start" "$size")
		got="$(get "$1" fp "${at[@]:2}") $(get "$1" flops "${at[@]:2}")"
		got="$got $(get "$1" ld "${at[@]:2}") $(get "$1" st "${at[@]:2}")"
		is "$name: floating point, operations, loads, stores" \
			"$got" "$(counts_of "$name")"
	done < <(nm -S "$dir/evex_exact" | awk '$4 ~ /^ev_/ { print $1, $2, $4 }')
	model_of generic_x86_64 "$dir/model"
	sim --model="$dir/model" "$dir/evex_exact"
	is "the account adds up, with AVX-512" "$(adds_up "$dir"/out.*)" "1 1 1"
else
	skip "no AVX-512 here: random operands, counts, faults, threads"
fi
