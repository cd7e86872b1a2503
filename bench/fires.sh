#!/bin/bash
# Which suggestions fire where: on their own example, on how many others before
# and after (tests/fired.txt), as the first one of how many kernels
# (tests/kernels/expect.lua), and in how many cases of advice (tests/advice_*.h).
# bench/fires.sh [-n]: with -n only those that fire on no other program.
set -u
cd "$(dirname "$0")/.." || exit 1

PERFEXPERT_DATA=. "${BUILD:-build}/perfexpert" --list-suggestions |
	awk -v few="${1:-}" '
	FILENAME == "tests/fired.txt" {
		id = $1
		after = sub(/\+?:$/, "", id) && $1 ~ /\+:$/
		for (i = 2; i <= NF; i++) {
			if ($i == id && !after) own[$i] = "yes"
			else if ($i != id) after ? afters[$i]++ : others[$i]++
		}
		next
	}
	FILENAME ~ /expect/ {
		while (match($0, /"[a-z][a-z-]+"/)) {
			kernels[substr($0, RSTART + 1, RLENGTH - 2)]++
			$0 = substr($0, RSTART + RLENGTH)
		}
		next
	}
	FILENAME ~ /advice_/ {
		while (match($0, /"[a-z][a-z-]+"/)) {
			cases[substr($0, RSTART + 1, RLENGTH - 2)]++
			$0 = substr($0, RSTART + RLENGTH)
		}
		next
	}
	FNR == 1 {
		printf "%-32s %5s %7s %6s %8s %6s\n", "suggestion", "own", \
			"others", "after", "kernels", "cases"
	}
	few == "" || others[$1] + afters[$1] + kernels[$1] == 0 {
		printf "%-32s %5s %7d %6d %8d %6d\n", $1, \
			$1 in own ? own[$1] : "no", others[$1], afters[$1], \
			kernels[$1], cases[$1]
	}' tests/fired.txt tests/kernels/expect.lua tests/advice_*.h -
