#!/bin/bash
# The examples of the knowledge base, as far as that does not depend on time:
# every program of knowledge/examples compiles without warnings, both sides of a
# pair have their markers around 3 to 25 lines, and a sample of the pairs is
# built, run and gives the same result. $SAMPLE (default 12) pairs are run, "all"
# runs each. With SANITIZE=1 pairs run under the address and undefined sanitizers, and
# clang-tidy reads all programs in C and C++, instead of what else is checked. Rules
# against recorded sections: see tests/unit/knowledge/check_knowledge.c.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/verdicts.sh
. tests/verdicts.sh
[ -x "${BUILD:-build}/verify-knowledge" ] || {
	echo "run 'make check-build' first"
	exit 1
}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

compiler() {
	case $1 in
	*.c) echo "gcc -std=gnu11 -Wall -Wextra" ;;
	*.cpp) echo "g++ -std=c++17 -Wall -Wextra" ;;
	*.f90) echo "gfortran -Wall -J $scratch" ;;
	esac
}

# fields of the suggestions: level, after_level, link, tolerance
declare -A fields=()
while IFS=$'\t' read -r name value; do
	fields[$name]=$value
done < <(awk '
	/^suggestion "/ { split($0, part, "\""); id = part[2] }
	/^}/ { id = "" }
	id && $2 == "=" && !((id, $1) in seen) {
		key = $1
		seen[id, key] = 1
		sub(/^[^=]*= */, ""); sub(/,$/, ""); gsub(/"/, "")
		print id " " key "\t" $0
	}' knowledge/*.lua)

# field ID NAME
field() { echo "${fields["$1 $2"]:-}"; }

markers() {
	awk '/(\/\*|!) show: begin/ { if (on++) exit 1; next }
		/(\/\*|!) show: end/ { if (on != 1) exit 1; on++; next }
		on == 1 { n++ }
		END { exit !(on == 2 && n >= 3 && n <= 25) }' "$1"
}

check_syntax() {
	local file=$1 id=$2 level
	level=$(field "$id" level)
	[[ $file != */after.* ]] || level=$(field "$id" after_level)
	: "${level:=$(field "$id" level)}"
	[ -n "$level" ] || { not_ok "$file: no suggestion names this example"; return; }
	markers "$file" || { not_ok "$file: markers, or not 3 to 25 lines between them"; return; }
	# shellcheck disable=SC2046,SC2086
	if $(compiler "$file") $level -fsyntax-only "$file" >"$scratch/log" 2>&1 &&
		[ ! -s "$scratch/log" ]; then
		ok "$file" >/dev/null
	else
		not_ok "$file: does not compile without warnings"
		head -n 5 "$scratch/log"
	fi
}

same() { # checksums a and b agree within tolerance
	awk -v a="$1" -v b="$2" -v t="${3:-0}" 'BEGIN {
		if (a == "" || b == "") exit 1
		if (a == b) exit 0
		d = a - b; if (d < 0) d = -d
		m = a < 0 ? -a : +a
		exit !(t > 0 && d <= t * m) }'
}

run_pair() {
	local id=$1 ext=$2 dir=knowledge/examples/$1 level after sums=() side flags file options=
	level=$(field "$id" level)
	after=$(field "$id" after_level)
	for side in before after; do
		file=$dir/$side.$ext
		[ -e "$file" ] || file=$dir/before.$ext
		flags=$level
		[ $side = after ] && [ -n "$after" ] && flags=$after
		[ -z "${SANITIZE:-}" ] ||
			flags+=" -g -fsanitize=address,undefined -fno-sanitize-recover=all"
		# shellcheck disable=SC2046,SC2086
		if ! $(compiler "$file") $flags -o "$scratch/$side" "$file" \
			$(field "$id" link) >"$scratch/log" 2>&1; then
			not_ok "$id: $side does not build"
			head -n 5 "$scratch/log"
			return
		fi
		# a Fortran program's own arrays live to its end
		[ "$ext" != f90 ] || options=detect_leaks=0
		sums+=("$(cd "$scratch" && ASAN_OPTIONS=$options timeout 600 ./$side 2>"$side.said" | sed -n 's/^checksum *//p')")
		if grep -q "Sanitizer\|runtime error" "$scratch/$side.said"; then
			not_ok "$id: $side, a sanitizer: $(grep -m 1 "Sanitizer\|runtime error" "$scratch/$side.said")"
			return
		fi
	done
	if same "${sums[0]}" "${sums[1]}" "$(field "$id" tolerance)"; then
		ok "$id ($ext)" >/dev/null
	else
		not_ok "$id ($ext): before gives '${sums[0]}', after '${sums[1]}'"
	fi
}

# Switches that a suggestion names must be known to the compilers at hand; those
# of gcc that are for Fortran, to gfortran.
declare -A known=() # that they do
takes() { # COMPILER EXTENSION SWITCHES
	[ -z "${known[$*]:-}" ] || return 0
	# shellcheck disable=SC2086
	(cd "$scratch" && $1 -Werror $3 -c -o empty.o "empty.$2") >"$scratch/log" 2>&1 &&
		known[$*]=yes
}

check_switches() {
	local tool=${BUILD:-build}/verify-knowledge id compiler flags unknown=0 taken=0
	echo 'int main(void) { return 0; }' >"$scratch/empty.c"
	echo 'end' >"$scratch/empty.f90"
	while read -r id compiler _ flags; do
		case $compiler in
		gcc) ;;
		clang) flags="-Wno-unused-command-line-argument $flags" ;;
		*) continue ;;
		esac
		# what stands for a value of the user's
		case $flags in *'<'* | *FILE* | *PATH* | *...*) continue ;; esac
		if ! command -v $compiler >/dev/null; then
			unknown=$((unknown + 1))
		elif takes $compiler c "$flags" ||
			{ [ $compiler = gcc ] && takes gfortran f90 "$flags"; }; then
			ok "$id: $flags" >/dev/null
			taken=$((taken + 1))
		else
			not_ok "$id: $compiler does not take $flags"
			head -n 3 "$scratch/log"
		fi
	done < <(PERFEXPERT_DATA=. "$tool" --switches)
	[ $((taken + unknown)) -gt 0 ] || not_ok "no suggestion names a switch"
	[ $unknown = 0 ] || echo "skip $unknown switches of clang: it is not installed"
	skipped=$((skipped + unknown))
}

# What a probe shows of a switch: the effects of which it computes something else
shown() { # COMPILER FLAGS
	# shellcheck disable=SC2086
	probed "$1" $2 >"$scratch/probe.out" || return 1
	diff "$scratch/plain.$1" "$scratch/probe.out" | awk '/^[<>]/ { print $2 }' |
		sort -u
}

# What the probe says, with promises about overlap off where no switch makes them
probed() { # COMPILER FLAGS...
	local compiler=$1 source=$top/tests/switches/probe.c

	shift
	[ "$compiler" = gfortran ] && source=${source%.c}.f90
	(cd "$scratch" && $compiler -O2 -fno-strict-aliasing -w "$@" -o probe "$source" \
		-lm 2>/dev/null && { timeout 20 ./probe 2>/dev/null || [ $? -lt 100 ]; })
}

# One that shows what is not said of it is wrong; a fifth of them are tried, or
# all. What can't be built or run here (other machines' code, libraries) shows
# nothing.
check_effects() {
	local tool=${BUILD:-build}/verify-knowledge top=$PWD
	local compiler effects flags effect list n=0 found=''
	for compiler in gcc clang gfortran; do
		command -v $compiler >/dev/null || continue
		probed $compiler >"$scratch/plain.$compiler" ||
			not_ok "the probe with $compiler"
	done
	while read -r compiler effects flags; do
		[ -s "$scratch/plain.$compiler" ] || continue
		case $flags in
		*'<'* | *FILE* | *PATH* | *...*) continue ;;
		-ffast-math | -static | -fstrict-aliasing) ;; # each effect once
		-fstack-arrays) [ "$compiler" = gcc ] && compiler=gfortran ;;
		*) [ "$sample" = all ] || [ $((n++ % 5)) = 0 ] || continue ;;
		esac
		list=$(shown "$compiler" "$flags") || continue
		for effect in $list; do
			found="$found $compiler:$effect"
			case ,$effects, in
			*,$effect,*) ;;
			*) not_ok "$compiler $flags changes $effect: 'effects.c' says $effects" ;;
			esac
		done
		ok "$compiler $flags" >/dev/null
	done < <(PERFEXPERT_DATA=. "$tool" --switches | cut -d' ' -f2- | sort -u)
	# and the probe does see it; what it may not show on all hosts is left out
	for effect in nan_infinity order_of_sums denormals overflow aliasing \
		behaviour start_up; do
		case "$found " in
		*" gcc:$effect "*) ok "a switch shows $effect" >/dev/null ;;
		*) not_ok "no switch of gcc shows $effect" ;;
		esac
	done
	case "$found " in
	*" gfortran:stack_size "*) ok "a switch shows stack_size" >/dev/null ;;
	*) [ ! -s "$scratch/plain.gfortran" ] || not_ok "no switch shows stack_size" ;;
	esac
}

# What measures the pairs: one that holds is kept in the file of its machine, beside
# what is there. Speed is not looked at.
check_verify() {
	local tool=${BUILD:-build}/verify-knowledge data=$scratch/data said made

	mkdir -p "$data/knowledge/examples"
	cp -r arch profile "$data"
	cp -r knowledge/*.lua knowledge/measured "$data/knowledge"
	cp -r knowledge/examples/distributivity "$data/knowledge/examples"
	rm "$data"/knowledge/examples/distributivity/*.db
	is "no pair is of that name" "$(PERFEXPERT_DATA=$data "$tool" nosuch)" \
		"0 pairs hold, 0 do not; 0 do not pay here"
	said=$(PERFEXPERT_DATA=$data "$tool" --keep "$scratch" distributivity)
	is "a pair holds" "$(sed -e 's/falls.*(claimed/(claimed/; s/),.*/)/; s/;.*//' <<<"$said")" \
		"ok   distributivity                   floating_point (claimed 20 %)
1 pairs hold, 0 do not"
	made=$(find "$data" "$scratch/distributivity.db" \
		-name '*.db' -size +0 | wc -l)
	is "it is kept, both sides and the whole" "$made" 3
	made=$(grep -rl '^measured "distributivity" {$' "$data/knowledge/measured" | wc -l)
	is "and once for each machine" "$made" \
		"$(cat "$data"/knowledge/measured/*.lua | grep -c '^measured "distributivity" {$')"
	is "others are as they were" \
		"$(cat "$data"/knowledge/measured/*.lua | grep '^measured' | grep -v distributivity | sort | uniq -c)" \
		"$(cat knowledge/measured/*.lua | grep '^measured' | grep -v distributivity | sort | uniq -c)"
}

ids=()
for dir in knowledge/examples/*/; do
	id=$(basename "$dir")
	ids+=("$id")
	for file in "$dir"*.c "$dir"*.cpp "$dir"*.f90; do
		[ -e "$file" ] || continue
		case $file in
		*.f90) command -v gfortran >/dev/null || {
			skip "$file: needs gfortran"
			continue
		} ;;
		esac
		check_syntax "$file" "$id"
	done
done

# A warning of clang-tidy (knowledge/examples/.clang-tidy) is a failure
check_tidy() {
	local file standard

	command -v clang-tidy >/dev/null || {
		skip "clang-tidy reads the examples: needs clang-tidy"
		return
	}
	for file in knowledge/examples/*/*.c knowledge/examples/*/*.cpp; do
		standard=$(compiler "$file" | cut -d' ' -f2)
		if clang-tidy --quiet "$file" -- "$standard" -fopenmp >"$scratch/log" 2>/dev/null; then
			ok "$file" >/dev/null
		else
			not_ok "clang-tidy: $(grep -m 1 error: "$scratch/log" || echo "$file")"
		fi
	done
}

sample=${SAMPLE:-12}
if [ "${SANITIZE:-}" ]; then
	check_tidy
else
	check_switches
	check_effects
	check_verify
fi
[ "$sample" = all ] && sample=${#ids[@]}
[ "${#ids[@]}" -gt 0 ] || not_ok "no examples"
step=$(((${#ids[@]} + sample - 1) / sample))
for ((i = 0; i < ${#ids[@]}; i += step > 0 ? step : 1)); do
	for ext in c cpp f90; do
		[ -e "knowledge/examples/${ids[i]}/before.$ext" ] || continue
		[ $ext = f90 ] && ! command -v gfortran >/dev/null && continue
		run_pair "${ids[i]}" $ext
	done
done
summary
