#!/bin/bash
# Which suggestions fire where: on their own example, on how many others before
# and after (tests/fired.txt), as the first one of how many kernels
# (tests/kernels/expect.lua), in how many cases of advice (tests/advice_*.h), and of
# how many puzzles they name the fix (tests/puzzles/*/list.tsv; other suggestions may,
# too). With DIR=FOLDER of what bench/puzzles.sh measured also on how many of these.
# bench/fires.sh [-n]: with -n only those that fire on no other program.
set -u
cd "$(dirname "$0")/.." || exit 1
export PERFEXPERT_DATA=. LC_ALL=C
program=${BUILD:-build}/perfexpert
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

"$program" --list-suggestions >"$scratch/all"
# an id for each puzzle whose list takes its title for the fix
python3 - "$scratch/all" tests/puzzles/*/list.tsv >"$scratch/puzzles" <<'END'
import re
import sys

all = [line.split(None, 2) for line in open(sys.argv[1])]
for path in sys.argv[2:]:
    for line in open(path):
        patterns = line.rstrip("\n").split("\t")[10:11]
        if line.startswith("#") or not patterns:
            continue
        for id, category, title in all:
            if any(re.search(p, title, re.I) for p in patterns[0].split(" ;; ")):
                print(id)
END
for db in ${DIR:+"$DIR"/*.db}; do
	"$program" -s=all --json "$db" | python3 -c '
import json, sys
print(*{c["id"] for s in json.load(sys.stdin)["sections"] for c in s["suggestions"]}, sep="\n")'
done >"$scratch/measured"

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
	FILENAME ~ /\/puzzles$/ { puzzles[$1]++; next }
	FILENAME ~ /\/measured$/ { measured[$1]++; next }
	FNR == 1 {
		printf "%-32s %5s %7s %6s %8s %6s %8s %9s\n", "suggestion", "own", \
			"others", "after", "kernels", "cases", "puzzles", "measured"
	}
	few == "" || others[$1] + afters[$1] + kernels[$1] + measured[$1] == 0 {
		printf "%-32s %5s %7d %6d %8d %6d %8d %9d\n", $1, \
			$1 in own ? own[$1] : "no", others[$1], afters[$1], \
			kernels[$1], cases[$1], puzzles[$1], measured[$1]
	}' tests/fired.txt tests/kernels/expect.lua tests/advice_*.h "$scratch/puzzles" \
	"$scratch/measured" "$scratch/all"
