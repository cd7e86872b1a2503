#!/bin/bash
# Call graphs beside those of perf record -g (DWARF stacks, the kernel's clock):
# the share of each procedure with what it calls, and how far the two are apart.
# What the kernel does is the caller's own here and the kernel's there, so shares
# without what is called are not compared.
#
#	bench/calls.sh PROGRAM [ARGUMENT...]
set -eu
build=$(realpath "$(dirname "$0")/../${BUILD:-build}")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
perf record -q -e cpu-clock -F 999 --call-graph dwarf,8192 -o "$dir/perf.data" \
	"$@" >"$dir/out" 2>&1
perf report -i "$dir/perf.data" --children --percent-limit 0.5 --no-inline -g none \
	--stdio -F overhead_children,overhead,sym 2>/dev/null |
	awk '/^ *[0-9.]+% / { name = $0; sub(/^ *[0-9.]+% +[0-9.]+% +\[[.k]\] /, "", name)
		sub(/ +$/, "", name); print $1 + 0 "\t" $2 + 0 "\t" name }' >"$dir/perf"
"$build/perfexpert-run" -q -n 2 -l "${LIMIT:-20s}" --calls -c simulate -f -o "$dir/a.db" \
	-- "$@" >"$dir/out" 2>&1 || true
"$build/perfexpert" --calls --json "$dir/a.db" >"$dir/ours.json"
python3 - "$dir" <<'END'
import json, sys
perf = {}
for line in open(sys.argv[1] + "/perf"):
    share, own, name = line.rstrip("\n").split("\t")
    perf.setdefault(name.split("(")[0].strip(), (float(share), float(own)))
ours = {}
for p in json.load(open(sys.argv[1] + "/ours.json"))["procedures"]:
    ours.setdefault(p["procedure"].split("(")[0].strip(),
                    (100 * p["inclusive"], 100 * p["exclusive"]))
worst = 0
for name in sorted(set(perf) & set(ours), key=lambda n: -ours[n][0]):
    if max(perf[name][0], ours[name][0]) < 2:
        continue
    apart = abs(perf[name][0] - ours[name][0])
    worst = max(worst, apart)
    print("%-40.40s perf %5.1f %5.1f  ours %5.1f %5.1f  apart %.1f" %
          (name, *perf[name], *ours[name], apart))
for which, a, b in ("perf", perf, ours), ("ours", ours, perf):
    for name in sorted(set(a) - set(b), key=lambda n: -a[n][0]):
        if a[name][0] >= 3:
            print("only %s: %-40.40s %.1f %.1f" % (which, name, *a[name]))
print("largest distance %.1f points" % worst)
END
