#!/usr/bin/env python3
"""bench/difference.py PERFEXPERT FULL.db OTHER.db: what a pass of a part says
otherwise than one of all of the program, for bench/cost.sh: the order of the
sections of 5 % and more, the worst category, the first suggestion, bars in
characters (of upper bounds: overall is of other native runs), and all
instructions. Of sections of one name and line (copies of a loop), and of loops
without lines, whose numbers are by time, those belong together whose bars are
nearest."""
import json
import subprocess
import sys


def ask(*options):
    out = subprocess.run([sys.argv[1], *options], capture_output=True, text=True)
    return json.loads(out.stdout)


least = 0.05  # of the time: others are there as they wait


def first(value):
    return value[0] if isinstance(value, list) else value


def instructions(path):
    counts = ask("--summary", "--json", str(least), path)["summaries"][0]["counts"]
    return next((c["sum"] for c in counts if c["event"] == "TOT_INS"), None)


def sections(path):
    doc = ask("--json", "--suggest=1", str(least), path)
    good = doc["inputs"][0]["good_cpi"]
    found = []
    for s in doc["sections"]:
        if (first(s["fraction"]) or 0) < least:
            continue
        known = [name for name, value in s["lcpi"].items()
                 if name != "overall" and first(value) is not None]
        bars = {name: min(51, 10 * first(s["lcpi"][name]) / good)
                for name in known}
        most = {name: [min(51, 10 * v / good) for v in between]
                for name in known
                if (between := first(s["lcpi_intervals"].get(name)))}
        advice = s.get("suggestions") or [{}]
        found.append({
            "key": tuple(s.get(k) for k in
                         ("kind", "module", "procedure",
                          *(["name", "line"] if s.get("line") else []), "depth")),
            "what": f"{s.get('name')}:{s.get('line')}",
            "share": first(s["fraction"]) or 0,
            "bars": bars,
            "intervals": most,
            "advice": advice[0].get("id"),
        })
    return found


def apart(a, b):
    return sum(abs(v - b["bars"].get(c, v)) for c, v in a["bars"].items())


def pairs(one, two):
    """Those first that are nearest, in the order of one."""
    near = sorted((apart(a, b), abs(b["share"] - a["share"]), i, k)
                  for i, a in enumerate(one) for k, b in enumerate(two)
                  if a["key"] == b["key"])
    of = {}
    for _, _, i, k in near:
        if i not in of and k not in of.values():
            of[i] = k
    return [(one[i], two[of[i]]) for i in sorted(of)]


def in_order(matched):
    """Of sections whose shares differ by less than a tenth, either may come first."""
    shares = [b["share"] for _, b in matched]
    return all(y <= 1.1 * x for x, y in zip(shares, shares[1:]))


def main():
    full, other = sections(sys.argv[2]), sections(sys.argv[3])
    matched = [(a, b) for a, b in pairs(full, other) if a["bars"] and b["bars"]]
    worst = advice = missed = 0
    off = []
    for a, b in matched:
        top = max(a["bars"], key=a["bars"].get)
        worst += max(b["bars"].values()) - b["bars"].get(top, 0) < 1
        advice += a["advice"] == b["advice"]
        off += [(abs(v - b["bars"][c]), f"{c} of {a['what']}")
                for c, v in a["bars"].items() if c in b["bars"]]
        missed += sum(not low - 0.5 <= a["bars"].get(c, low) <= high + 0.5
                      for c, (low, high) in b["intervals"].items())
    off.sort(reverse=True)
    ratio = (instructions(sys.argv[3]) or 0) / (instructions(sys.argv[2]) or 1)
    print(f"{len(matched)} of {len(full)} sections, "
          f"{'same' if in_order(matched) else 'another'} order, "
          f"worst category of {worst}, suggestion of {advice}, "
          f"instructions {ratio:.3f}, "
          f"{missed} bars outside their intervals, {sum(o > 2 for o, _ in off)} bars off by more "
          f"than 2: {', '.join(f'{o:.1f} ({w})' for o, w in off[:2])}")


main()
