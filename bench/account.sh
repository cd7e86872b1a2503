#!/bin/bash
# How near is the timing model? Compares modelled with measured cycles per
# instruction of the hottest section of each program on this host: the factor
# between them, its median, nine in ten and the largest. Cycles are processor time
# x clock, of RUNS (3) runs the least (bench/cycles.c); these lie apart, each
# program once and then all of them again, as others on the machine below may
# take half of a core for seconds. The section's part of the cycles and its
# instructions are those of one measurement by perfexpert-run.
#
#	bench/account.sh [-p | -l LIST] [-t | -m] [-r RUNS] [-j JOBS] [NAME...]
#
# -p: both sides of the knowledge base's pairs instead of the kernels
# -l: the programs of LIST: a line each, name, tab, command with its arguments
#     (absolute), tab, standard input; hottest sections of 5 % of the time each
# -t: build and time only, which wants a quiet machine; -m: only the model, with
#     what was timed before in the same folder
#
# PREPARED=1 times once more what was built before, and keeps the least.
# What the host's memory gives is measured beside the times, and the model gets
# these figures, so that it may run on a busy machine.
set -u
cd "$(dirname "$0")/.." || exit 1
top=$PWD
build=$(realpath "${BUILD:-build}")
runs=3 jobs=1 what=kernels steps="time model" list=
while getopts pl:tmr:j: option; do
	case $option in
	p) what=pairs ;;
	l) what=programs list=$(realpath "$OPTARG") ;;
	t) steps="time" ;;
	m) steps=model ;;
	r) runs=$OPTARG ;;
	j) jobs=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
out=$build/account/$what
export LC_ALL=C PERFEXPERT_DATA=$top top build out runs
mkdir -p "$out" || exit 1
make -s BUILD="$build" "$build/libperfexpert.a" &&
	gcc -O2 -D_GNU_SOURCE -I. -o "$out/cycles" bench/cycles.c \
		"$build/libperfexpert.a" -llua5.4 -lxml2 -lz -lm || exit 1

# NAME, SOURCE, SWITCHES, ENVIRONMENT, ARGUMENTS of each; tabs between them
all() {
	case $what in
	kernels)
		lua5.4 tests/kernels/check.lua --list |
			awk -F '\t' -v m="$(uname -m)" '{ if ($4 == "any" || $4 == m)
				print $1 "\ttests/kernels/" $2 "\t-O2 -fno-tree-vectorize " \
				"-ffp-contract=off -lm " ($5 == "-" ? "" : $5) "\t\t" $6 }'
		;;
	pairs)
		lua5.4 bench/account_pairs.lua knowledge/*.lua | grep -v 'openmp\b\|pthread'
		;;
	programs) awk -F '\t' '{ print $1 "\t\t" $3 "\t\t" $2 }' "$list" ;;
	esac
}

wanted() {
	[ ${#names[@]} = 0 ] && return 0
	for n in "${names[@]}"; do
		[ "$n" = "$1" ] || [ "$n" = "${1%.*}" ] && return 0
	done
	return 1
}

compile() { # NAME SOURCE SWITCHES
	local compiler=gcc sources=() libraries=() switches=()

	case $2 in
	*.cpp) compiler=g++ ;;
	*.f90) compiler=gfortran && mkdir -p "$out/$1.mod" &&
		switches=(-J "$out/$1.mod") ;;
	esac
	for s in $3; do
		case $s in
		-l*) libraries+=("$s") ;;
		*) switches+=("$s") ;;
		esac
	done
	sources=("$top/$2")
	$compiler -g "${switches[@]}" -o "$out/$1" "${sources[@]}" \
		"${libraries[@]}" >"$out/$1.log" 2>&1
}

# How often a pair's side repeats its work for 0.15 s
repeats() { # NAME
	local n=1

	while [ $n -lt 4096 ] && ! "$out/cycles" 1 "$out/$1" $n |
		awk '{ exit !($1 > 0.1) }'; do
		n=$((2 * n))
	done
	echo $n
}

prepare() { # one line of all()
	local name source switches environment arguments

	IFS=$'\x1f' read -r name source switches environment arguments <<<"${1//$'\t'/$'\x1f'}"
	rm -f "$out/$name".{time,timed.db,db}
	[ -z "$source" ] || compile "$name" "$source" "$switches" || {
		echo "$name: does not build"
		return
	}
	case $source in
	knowledge/*) arguments=$(repeats "$name") ;;
	esac
	printf '%s\t%s\t%s\t%s\n' "$name" \
		"${source:+$out/$name }$arguments" "$environment" \
		"${source:-$switches}" >"$out/$name.how"
}

times() { # NAME
	local name command environment input

	IFS=$'\x1f' read -r name command environment input <<<"$(tr '\t' '\037' <"$out/$1.how")"
	[ -r "$input" ] || input=/dev/null
	case $input in *.c | *.cpp | *.f90) input=/dev/null ;; esac
	cd "$out" || return
	# shellcheck disable=SC2086
	env $environment ./cycles 1 $command <"$input" >"$name.time.new" || return
	cat "$name.time" "$name.time.new" 2>/dev/null |
		awk 'NR == 1 || $1 * $2 < least { least = $1 * $2; best = $0 }
			END { print best }' >"$name.time.best"
	mv "$name.time.best" "$name.time" && rm -f "$name.time.new"
}

# A machine file with what the memory gave as the program was timed
host() { # NAME
	local machine=$2

	mkdir -p "$out/$1.host"
	awk -v m="$machine" -v virtual="$(grep -c ' hypervisor' /proc/cpuinfo)" '
	function number(name, value) {
		return value == "nan" || value == "" ? "" : name " = { value = " value ", unit = \"ns\", source = \"measured\" },\n" }
	{ printf "return { inherits = \"%s\", name = \"%s\", title = \"this host\", model = { same_core = true, numbers = {\n%s%s%s%s%s%s%s%s%s} } }\n",
		m, m, number("memory_latency", $3), number("memory_line", $4),
		number("l3_others", $5), number("l3_line", $6), number("walk", $7),
		number("walk_nested", $7), number("memory_random", $8),
		number("l3_random", $9), number("l3_latency", $10) }' "$out/$1.time" >"$out/$1.host/$machine.lua"
}

model() { # NAME
	local name command environment input samplings

	[ -s "$out/$1.time" ] || return
	IFS=$'\x1f' read -r name command environment input <<<"$(tr '\t' '\037' <"$out/$1.how")"
	[ -r "$input" ] || input=/dev/null
	case $input in *.c | *.cpp | *.f90) input=/dev/null ;; esac
	cd "$out" || return
	samplings=1
	# enough clock samples to tell the sections' parts
	[ -s "$name.timed.db" ] || samplings=$(awk '{ n = int(0.5 / $1) + 1
		print (n > 16 ? 16 : n) }' "$name.time")
	host "$name" "$machine"
	# shellcheck disable=SC2086
	env $environment timeout 300 "$build/perfexpert-run" -q -f \
		-e "${EFFORT:-full}" --collector simulate -n "$samplings" \
		--machine "$out/$name.host/$machine.lua" -o "$name.db" \
		-- $command >"$name.log" 2>&1 <"$input" || return
	[ -s "$name.timed.db" ] || cp "$name.db" "$name.timed.db"
}
export -f compile repeats prepare times host model
machine=$("$build/perfexpert-run" --dry-run --collector simulate \
	-- true 2>/dev/null | sed -n 's/^collector simulate, machine \([^:]*\):.*/\1/p')
export machine

names=("$@")
chosen=()
while IFS= read -r line; do
	wanted "${line%%$'\t'*}" && chosen+=("$line")
done < <(all)
names=("${chosen[@]%%$'\t'*}")
if [[ $steps == *time* ]]; then
	[ -n "${PREPARED:-}" ] || printf '%s\n' "${chosen[@]}" |
		xargs -d '\n' -P "$jobs" -I {} bash -c 'prepare "$1"' _ {}
	[ -n "${PREPARE_ONLY:-}" ] && exit
	for ((r = 0; r < runs; r++)); do
		for n in "${names[@]}"; do (times "$n") || echo "$n: failed"; done
	done
fi
if [[ $steps == *model* ]]; then
	printf '%s\n' "${names[@]}" |
		xargs -d '\n' -P "$jobs" -I {} bash -c 'model "$1"' _ {}
	lua5.4 bench/account.lua "$what" "$out" "${names[@]}"
fi
