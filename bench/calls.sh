#!/bin/bash
# Call graphs beside those of perf record -g (DWARF stacks, the kernel's clock):
# the shares of each procedure, with what it calls and alone, by RUNS (3) runs of
# each in turn, so that what else the machine does meets both; the standard error
# is that of the runs' mean. perf's time in the kernel is given to the procedure
# that went there, as ours is.
#
#	bench/calls.sh PROGRAM [ARGUMENT...]
set -eu
build=$(realpath "$(dirname "$0")/../${BUILD:-build}")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
runs=${RUNS:-3}
for ((i = 1; i <= runs; i++)); do
	perf record -q -e cpu-clock -F "${RATE:-499}" --call-graph dwarf,16384 \
		-o "$dir/perf.data" "$@" >"$dir/out" 2>&1 </dev/null
	perf script -i "$dir/perf.data" -F ip,sym,dso --no-inline 2>/dev/null >"$dir/perf.$i"
	rm "$dir/perf.data"
	# stacks are of native runs: what is simulated of it does not matter
	"$build/perfexpert-run" -q -n 1 -l "${LIMIT:-20s}" --effort low -c simulate \
		-f -o "$dir/a.db" -- "$@" >"$dir/out" 2>&1 </dev/null || true
	"$build/perfexpert" --calls --json "$dir/a.db" >"$dir/ours.$i"
done
python3 - "$dir" "$runs" <<'END'
import json, math, re, sys

def plain(name):
    name = re.sub(r"@.*", "", name.split("(")[0].strip())
    return re.sub(r"\.(constprop|isra|part|cold)\b.*", "", name)

def of_perf(path):
    own, all_, n = {}, {}, 0
    for sample in open(path, errors="replace").read().split("\n\n"):
        frames = re.findall(r"^\s*([0-9a-f]+) (.*) \((.*)\)$", sample, re.M)
        names = [plain(sym) for ip, sym, _ in frames if int(ip, 16) < 1 << 63]
        if not names:
            continue
        n += 1
        own[names[0]] = own.get(names[0], 0) + 1
        for name in set(names):
            all_[name] = all_.get(name, 0) + 1
    return {k: (100 * all_[k] / n, 100 * own.get(k, 0) / n) for k in all_}, n

def of_ours(path):
    shares = {}
    for p in json.load(open(path))["procedures"]:
        a, b = shares.get(plain(p["procedure"]), (0, 0))
        shares[plain(p["procedure"])] = (max(a, 100 * p["inclusive"]), b + 100 * p["exclusive"])
    return shares

def mean(values):
    m = sum(values) / len(values)
    if len(values) < 2:
        return m, math.nan
    return m, math.sqrt(sum((v - m) ** 2 for v in values) / (len(values) - 1) / len(values))

folder, runs = sys.argv[1], int(sys.argv[2])
perf, counts = zip(*(of_perf(f"{folder}/perf.{i}") for i in range(1, runs + 1)))
ours = [of_ours(f"{folder}/ours.{i}") for i in range(1, runs + 1)]
names = set().union(*perf, *ours)
rows, worst = [], [0, 0]
for which, one, other in ("perf", perf, ours), ("ours", ours, perf):
    # another name of the same address, as free and cfree
    for name in sorted(n for n in names if not any(n in r for r in other)):
        share = mean([r.get(name, (0, 0))[0] for r in one])[0]
        names.discard(name)
        if share >= 2:
            print("only %s: %s %.1f" % (which, name, share))
for name in names:
    row = [mean([r.get(name, (0, 0))[which] for r in side]) for which in (0, 1) for side in (perf, ours)]
    if max(m for m, _ in row) >= 2:
        rows.append((name, row))
print("%d runs of each, %s samples of perf" % (runs, " + ".join(map(str, counts))))
print("%-34s %s   %s" % ("", "with what it calls: perf, ours, apart", "alone: perf, ours, apart"))
for name, row in sorted(rows, key=lambda r: -r[1][0][0]):
    text = "%-34.34s" % name
    for which in (0, 1):
        (p, pe), (o, oe) = row[2 * which:2 * which + 2]
        worst[which] = max(worst[which], abs(p - o))
        text += " %6.1f+-%3.1f %6.1f+-%3.1f %5.1f   " % (p, pe, o, oe, o - p)
    print(text)
print("largest distance: %.1f points with what is called, %.1f alone" % tuple(worst))
END
