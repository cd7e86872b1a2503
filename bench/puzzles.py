"""puzzles.py LIST DIR: judges the answers in DIR of the puzzles of LIST

place   one of the first three findings lies in the lines that the list names (or
        up to two lines beside: a loop starts above its body), or says one of them
        in why it is slow. A finding is judged by its line and by all lines of
        the puzzle's file in its texts. Scripts: the script's file is named.
cause   why of the first finding with the right place (without one: of the first)
        has a word of WORDS for one of the list's causes; it has to be among
        the first two reasons, if there are several (they are parted by ';').
        The evidence of the finding's first change counts as a reason.
fix     a suggestion's title or switch matches one of the list's patterns, or a
        person judged that it names the fix. The suggestions, in this order: the
        first change of each of the first three findings (the answer shows these),
        then the other changes of these findings.
false   what the answer shows (the first change of each of the first three
        findings) and is not the fix: useless or wrong, as a person judged, or
        printed, to be judged
gain    what the first matching suggestion says to be expected, within a factor of
        1.5 of the list's measured gain, or both over 10: the answer says no more
cost    processor time of perfexpert-run over that of the native run
"""
import json
import os
import re
import sys

FIELDS = ["id", "language", "build", "fixed", "arguments", "half", "place",
          "function", "cause", "fix", "names", "gain"]

# the list's causes, and how the sentences of a finding name them
WORDS = {
    "growth": r"quadratic|grow|longer (each|every)|all that (is|was)|more (each|every) (call|time)|"
              r"steps? (of|for) (a|each) (search|call)",
    "library-call": r"called [\d,.]+|% (of the time |of its time )?in \S+ \(|% (of the time )?in \S*(printf|scanf|pow|str|mem|regex|locale)",
    "allocation": r"alloc|\bfree\b|operator (new|delete)",
    "copy": r"cop(y|ies|ied)|memcpy|memmove|_M_assign|temporar",
    "call": r"\bcalls?\b.*(small|short|inline|indirect|virtual|cost)|inlin|indirect",
    "kernel-io": r"system calls?|operating system|kernel|\bwrite\b|\bread\b|\bflush",
    "process": r"process(es)? (are|is|was|were)|start(s|ing|ed)? (a )?(process|program)|\bfork|\bexec|\bclone",
    "page-fault": r"page fault",
    "memory-latency": r"(wait|latency).*(memory|cache|L[123])|(memory|cache|L[123]).*(wait|latency|late)|"
                      r"(miss|missing|late) .*(cache|memory)",
    "cache-stride": r"stride|column|of (each|every) (cache )?line|bytes apart|(memory|cache|L[23]).*wait|wait.*(memory|cache|L[23])",
    "conflict": r"conflict|same sets?\b|power of two",
    "tlb": r"\btlb|translation|page walk|page table",
    "bandwidth": r"bandwidth|stream",
    "store-forward": r"forward|(wait|wrote|written|stored).*\bstor|store.*(wait|just)",
    "branch": r"mispredict|predicted (badly|wrong)|branch",
    "integer-chain": r"chains? of (integer|address)|integer (chain|operation)",
    "fp-chain": r"chains? of (fp|floating)",
    "division": r"divi|square root|remainder|sqrt",
    "denormal": r"denormal|subnormal",
    "conversion": r"conver",
    "interpreter": r"interpret|bytecode|python",
    "vectorization": r"vector|SIMD|one element at a time",
    "instructions": r"instructions|execut|useful|again for each|same (values?|results?)",
    "switch": r"-O[0123]|optimi[sz]|not compiled|unoptimi|-m(popcnt|arch|sse)",
    "false-sharing": r"false sharing|same cache line|other (cores?|threads?).*line",
    "imbalance": r"imbalance|uneven|busiest|less work|wait(s|ing)? for (the|one) (other|thread|slow)",
    "serial": r"serial|(one|single) thread|others? (idle|wait)|idle",
    "lock": r"\block|mutex|atomic|critical|reference count",
    "parallel-overhead": r"parallel region|\btasks?\b|barrier|thread.*(start|creat)|(start|creat).*thread|futex|clone",
}


def read(path):
    with open(path) as file:
        return file.read()


def rows(path):
    for line in read(path).split("\n"):
        if line and not line.startswith("#"):
            yield dict(zip(FIELDS, line.split("\t")))


def verdicts(path):
    """what a person judged: {(id, suggestion): 'fix', 'good' or 'false'}"""
    if not os.path.exists(path):
        return {}
    return {tuple(v.split("\t")[:2]): v.split("\t")[2]
            for v in read(path).split("\n") if v and v[0] != "#"}


def lines_of(place):
    """the lines of 'file:3-5,9', and two on each side"""
    lines = set()
    for a, b in re.findall(r"(\d+)(?:-(\d+))?", place.split(":")[1]):
        lines |= set(range(int(a) - 2, int(b or a) + 3))
    return lines


class Suggestion:
    """a suggestion of a finding, with its text from the finding's section"""

    def __init__(self, change, sections):
        self.id = change["id"]
        self.title = change["title"]
        self.expected = change["expected"]
        self.evidence, self.text = "", change["title"]
        for s in sections:
            for of in s.get("suggestions") or []:
                if of["id"] == self.id:
                    self.evidence = of.get("evidence") or ""
                    self.text += " | " + " ".join(
                        w.get("switch", "") for w in of.get("switches") or [])
                    return

    def names(self, row, judged):
        verdict = judged.get((row["id"], self.id))
        if verdict:
            return verdict == "fix"
        return any(re.search(p, self.text, re.I)
                   for p in row["names"].split(" ;; "))


def sections_of(finding, answer):
    exact = [s for s in answer["sections"] if s.get("file") == finding.get("file")
             and s.get("line") == finding.get("line")]
    return exact + [s for s in answer["sections"] if s not in exact]


def place_named(finding, row):
    file = os.path.basename(row["place"].split(":")[0])
    said = " ".join(str(finding.get(k) or "") for k in ("place", "why", "unsure"))
    said += " " + " ".join(s.evidence for s in finding["suggestions"])
    if row["language"] in ("python", "shell"):
        return file in said
    lines = {int(n) for n in re.findall(re.escape(file) + r":(\d+)", said)}
    if os.path.basename(finding.get("file") or "") == file:
        lines.add(finding.get("line") or 0)
    return bool(lines & lines_of(row["place"]))


def cause_right(finding, row):
    reasons = (finding.get("why") or "").split(";")[:2]
    reasons += [s.evidence for s in finding["suggestions"][:1]]
    return any(re.search(WORDS[c], r, re.I)
               for c in row["cause"].replace(" ", "").split(",") for r in reasons)


def judge(row, answer, cost, judged):
    findings = (answer.get("findings") or [])[:3]
    for f in findings:
        f["suggestions"] = [Suggestion(c, sections_of(f, answer))
                            for c in f["changes"]]
    right = [f for f in findings if place_named(f, row)]
    shown = [f["suggestions"][0] for f in findings if f["suggestions"]]
    order = shown + [s for f in findings for s in f["suggestions"][1:]]
    unique = list({s.id: s for s in reversed(order)}.values())[::-1]
    fixes = [s for s in unique if s.names(row, judged)]
    other = {s.id: s for s in shown if not s.names(row, judged)}.values()
    for s in fixes:
        s.within = s.expected and (1 / 1.5 <= s.expected / float(row["gain"]) <= 1.5 or
                                   min(s.expected, float(row["gain"])) > 10)
    return {
        "place": bool(right),
        "cause": any(cause_right(f, row) for f in (right or findings)[:1]),
        "third": any(s in fixes for s in unique[:3]),
        "first": bool(unique) and unique[0] in fixes,
        "false": [s for s in other if judged.get((row["id"], s.id)) == "false"],
        "open": [s for s in other if (row["id"], s.id) not in judged],
        "said": next((s.expected for s in fixes if s.expected), None),
        "within": next((s.within for s in fixes if s.expected), None),
        "cost": (cost[1] + cost[2]) / max(cost[4] + cost[5], 0.01),
        "why": (right or findings or [{"why": None}])[0]["why"],
    }


def print_one(row, v):
    marks = " ".join("%-6s" % ("yes" if v[k] else "-")
                     for k in ("place", "cause", "third", "first"))
    said = "%.2f" % v["said"] if v["said"] else "-"
    print("%-14s %s %5d %8s %8s %7.1f" % (
        row["id"], marks, len(v["false"]) + len(v["open"]), said, row["gain"],
        v["cost"]))
    for s in v["open"]:
        print("    to be judged: %s (%s): %s" % (s.title, s.id, s.evidence))
    if not v["cause"]:
        print("    says: %s; right: %s" % (v["why"] or "nothing", row["cause"]))
    if not v["third"]:
        print("    fix: %s" % row["fix"])


def main(path, folder):
    judged = verdicts(os.path.join(os.path.dirname(path), "verdicts.tsv"))
    all_of = []
    print(path)
    print("%-14s %-6s %-6s %-6s %-6s %5s %8s %8s %7s" % (
        "puzzle", "place", "cause", "fix<=3", "first", "other", "said", "measured",
        "cost"))
    for row in rows(path):
        base = os.path.join(folder, row["id"])
        if not os.path.exists(base + ".cost"):
            continue
        cost = [float(x) for x in read(base + ".cost").split()]
        v = judge(row, json.loads(read(base + ".json")), cost, judged)
        print_one(row, v)
        all_of.append(v)
    if not all_of:
        return
    n = len(all_of)
    for text, key in (("place named", "place"), ("cause right", "cause"),
                      ("fix in the first three", "third"), ("fix first", "first"),
                      ("false advice shown", "false"),
                      ("advice to be judged", "open")):
        k = sum(bool(v[key]) for v in all_of)
        print("%-24s %3d of %d, %.0f %%" % (text, k, n, 100 * k / n))
    gains = [v["within"] for v in all_of if v["said"]]
    print("%-24s %3d of %d" % ("gain within 1.5", sum(gains), len(gains)))
    print("%-24s %.1f" % ("cost, median", sorted(v["cost"] for v in all_of)[n // 2]))


if __name__ == "__main__":
    main(*sys.argv[1:3])
