# Floating-point operations are counted by class, and fused ones give the
# processor's results.
# shellcheck shell=bash disable=SC2154

sim "$dir/fp"
if grep -q 'done' "$dir/stdout"; then
	while read -r _ start size _ name; do
		class=${name#fp_}
		n=0 flops=0
		case $class in
		none*) want="0 0 0" ;;
		*)
			lanes=$(tr -dc 0-9 <<<"${class%%_*}")
			[ "$lanes" -gt 1 ] && n=1000
			case $class in
			o*) ;;
			f*) flops=$((2000 * lanes)) ;;
			*) flops=$((1000 * lanes)) ;;
			esac
			want="1000 $n $flops"
			;;
		esac
		case $class in
		a*) c=fadd ;; m*) c=fmul ;; d*) c=fdiv ;; s*) c=fsqrt ;;
		f*) c=fma ;; *) c=fother ;;
		esac
		set -- "$dir"/out.*
		at=("$1" x fp "$start" "$size")
		got="$(get "$1" $c "${at[@]:2}")"
		got="$got $(get "$1" packed "${at[@]:2}")"
		got="$got $(get "$1" flops "${at[@]:2}")"
		is "$name: executions, packed, operations" "$got" "$want"
	done < <(nm -S "$dir/fp" | awk '$4 ~ /^fp_/ { print "-", $1, $2, $3, $4 }')
else
	skip "floating point: this processor has no AVX2 and FMA"
fi

# ---- fused multiply-add: results are the processor's, counts the same ----

if "$dir/fma" >"$dir/native"; then
	sim "$dir/fma"
	is "fused multiply-adds unlike the processor's" \
		"$(different "$dir/native")" 0
	"$dir/fma" numbers >"$dir/native"
	sim --host-fma=no "$dir/fma" numbers
	is "fused multiply-adds in software unlike the processor's" \
		"$(different "$dir/native")" 0
	counted >"$dir/software"
	sim "$dir/fma" numbers
	is "fused multiply-adds: different counts" \
		"$(counted | diff "$dir/software" - | grep -c '^[<>]')" 0
else
	skip "fused multiply-add: this processor has none"
fi

# ---- arguments of mathematical functions that come again ----

# again NAME: of all but the first four calls of the function, those with the
# arguments of the call before and of an earlier one, by one argument and by two
again() {
	local start size kind at rest own

	read -r start size <<<"$(function_of "$dir/arguments" "$1")"
	grep -E '^module| ag=' "$dir"/out.* | while read -r kind at rest; do
		case "$kind $rest" in
		module*/arguments) own=yes ;;
		module*) own= ;;
		*)
			[ "$own" ] && ((16#$at >= 16#$start)) &&
				((16#$at < 16#$start + 16#$size)) &&
				sed 's/.* ag=\([0-9:]*\).*/\1/' <<<"$rest"
			;;
		esac
	done
}
if [ "$(uname -m)" = x86_64 ]; then
	sim "$dir/arguments"
	is "arguments that stay the same" "$(again same)" 3996:3995:3995:3995:3995
	is "arguments of a few" "$(again known | cut -d: -f1-3)" 3996:0:3980
	is "others each time" "$(again other | cut -d: -f1-3)" 3996:0:0
	is "a first argument of a few, another second" "$(again first_only)" \
		3996:0:3980:0:0
	is "no mathematical function" "$(again printed)" ""
else
	skip "arguments that come again: they are only looked at on x86-64"
fi

# ---- values, wherever they are kept: VEX has two ways of its own to choose ----

# alike OPTIONS.. -- PROGRAM..: what it prints, and what is counted
alike() {
	sim "$@" && cat "$dir/stdout" && counted
}
"$dir/pressure" >"$dir/native"
alike "$dir/pressure" >"$dir/counts"
is "more values than registers: lines unlike the processor's" \
	"$(different "$dir/native")" 0
is "more values than registers: with VEX's own registers" \
	"$(alike --vex-regalloc-version=2 "$dir/pressure" |
		diff "$dir/counts" - | grep -c '^[<>]')" 0
# shellcheck disable=SC2016 # it is that shell that expands it
shell=(bash -c 'for i in 3 1 2; do echo $i; done; printf "%5.2f\n" 2.5')
alike "${shell[@]}" >"$dir/counts"
is "a shell: with VEX's own registers" \
	"$(alike --vex-regalloc-version=2 "${shell[@]}" |
		diff "$dir/counts" - | grep -c '^[<>]')" 0
