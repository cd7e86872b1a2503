#!/bin/bash
# A program whose phases are known: they are found, within 5 % of the run, and
# told by what runs in them; also as a trace for viewers, and with the clock of
# the preloaded library.
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
hang=600 # seconds; nothing here takes that long on any machine

need_simulator
${CC:-cc} -O2 -g -pthread -o "$scratch/phases" tests/phases/phases.c || exit 1

want="A sum
B sum divide
C walk
D sleep
E divide join
A sum
boundaries within 5 %"

# found DB TIMES: labels, what runs in them, the boundaries
found() {
	"$build/perfexpert" --phases --json "$1" >"$scratch/phases.json"
	python3 - "$scratch/phases.json" "$2" <<'END'
import json, re, sys
d = json.load(open(sys.argv[1]))
times = [list(map(float, line.split())) for line in open(sys.argv[2])]
run = d["bin_s"] * d["bins"]
def name(kind):
    kind = d["kinds"][kind]["name"]
    return re.sub(r" \(.*", "", kind.split(" in ")[-1])
# where the machine is busy, what happened just before and after is not apart
phases = [p for p in d["phases"] if p["to_s"] - p["from_s"] >= 0.03 * run]
labels = {}
for p in phases:
    labels.setdefault(p["label"], "ABCDEFGH"[len(labels)])
    names = []
    for part in p["parts"]:
        if part["share"] >= 0.08 and name(part["kind"]) not in names:
            names.append(name(part["kind"]))
    order = ["sum", "walk", "divide", "sleep", "join"]
    print(labels[p["label"]], *sorted(names, key=lambda n: order.index(n) if n in order else 9))
ends = [p["to_s"] for p in phases][:-1]
off = [abs(a - b[1]) / run for a, b in zip(ends, times)]
ok = len(ends) == len(times) - 1 and max(off) < 0.05
print("boundaries within 5 %" if ok else f"boundaries off by {off} {ends} {times}")
END
}

# disturbed DB: its threads were ready, but had no processor, for too long
disturbed() {
	"$build/perfexpert" --phases --json "$1" | python3 -c '
import json, sys
d = json.load(sys.stdin)
waited = sum(p["processor_wait_s"] for p in d["phases"])
sys.exit(0 if waited > 0.1 * d["bin_s"] * d["bins"] else 1)'
}

# measure NAME [VARIABLE=VALUE]
measure() {
	timeout $hang env ${2:+"$2"} "$build/perfexpert-run" -q -n 1 -c simulate --effort low \
		-o "$scratch/$1.db" "$scratch/phases" >"$scratch/out" 2>"$scratch/$1.err"
	is "it is measured ($1)" $? 0
	if disturbed "$scratch/$1.db"; then
		skip "its phases ($1): others had the processors for over a tenth of the time"
	else
		is "its phases ($1)" "$(found "$scratch/$1.db" "$scratch/$1.err")" "$want"
	fi
}

measure kernel
measure library PERFEXPERT_NO_PERF_EVENT=1
"$build/perfexpert" --chrome-trace "$scratch/trace.json" "$scratch/kernel.db"
got=$(python3 - "$scratch/trace.json" <<'END'
import json, sys
events = json.load(open(sys.argv[1]))["traceEvents"]
phases = [e for e in events if e.get("cat") == "phase"]
print(len(phases) >= 6, all(a["ts"] + a["dur"] == b["ts"] for a, b in zip(phases, phases[1:])))
lanes = {(e["pid"], e["tid"]) for e in events if e.get("cat") in ("work", "wait")}
# what viewers need of each kind of event
open_bars = {}
number = lambda v: isinstance(v, (int, float)) and not isinstance(v, bool)
for e in events:
    good = isinstance(e["name"], str) and number(e["pid"]) and number(e["tid"])
    if e["ph"] == "X":
        good = good and e["ts"] >= 0 and e["dur"] > 0
    elif e["ph"] in ("B", "E"):
        good = good and e["ts"] >= 0
    elif e["ph"] == "C":
        good = good and e["ts"] >= 0 and e["args"] and all(map(number, e["args"].values()))
    else:
        good = good and e["ph"] == "M" and isinstance(e["args"]["name"], str)
    if not good:
        print("not an event:", e)
    if e["ph"] == "B":
        open_bars.setdefault((e["pid"], e["tid"]), []).append(e)
    elif e["ph"] == "E":
        begun = open_bars[e["pid"], e["tid"]].pop()
        if begun["name"] != e["name"] or begun["ts"] > e["ts"]:
            print("it ends another:", e)
print(len(lanes), sorted({e["ph"] for e in events} - {"C"}), any(open_bars.values()))
end = max(e["ts"] + e["dur"] for e in phases)
print(all(0 <= e["ts"] and e["ts"] + e["dur"] <= end for e in events if e["ph"] == "X"))
END
)
if disturbed "$scratch/kernel.db"; then
	skip "a trace of them: others had the processors for over a tenth of the time"
else
	is "a trace of them" "$got" "True True
2 ['B', 'E', 'M', 'X'] False
True"
fi
summary
