#!/usr/bin/env python3
"""Mutants: does a test fail when the code is wrong?

    mutants.py ROOM [-n NUMBER] [-s SEED] [--of PATTERN] [--list]

Changes one place of the C and Lua files of a room (a folder, or one file) at a
time, in a copy of the project in build/mutants, builds it, and runs the tests
that can see that room until one fails. Prints each mutant with what killed it,
then those that survived. A mutant that can't matter is listed in equivalent.txt
with its reason and is not made; nor is a release left out, which only leaks: make
asan sees that. The same seed makes the same mutants of the same code.
"""
import argparse
import filecmp
import functools
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COPY = os.path.join(TOP, "build", "mutants")
COMPILER = "compiler"
TIMES = os.path.join(TOP, "build", "mutants.times")
EQUIVALENT = os.path.join(TOP, "tests", "mutants", "equivalent.txt")

# Shell suites beside the golden cases that can see a room; the longest prefix counts.
SUITES = {
    "": [],
    "profile": ["fuzz/replay.sh"],
    "web": ["browser/run.sh"],
    "knowledge/verify": ["examples.sh"],
    "measure": ["cli.sh usage machines programs output"],
    "measure/binary": [],
    "measure/attribute": ["cli.sh names", "calls.sh"],
    "measure/run": ["cli.sh usage machines programs output names", "safety.sh own_files parts",
                    "safety.sh streams", "processes.sh gone", "programs.sh endings"],
    "measure/kept": ["partial.sh resumes"],
    "measure/plan": ["counters.sh"],
    "measure/collect/clock": ["programs.sh collectors untouched", "safety.sh sampler", "calls.sh",
                              "mpi/run.sh late", "processes.sh shut"],
    "measure/collect/clock/unwind": ["calls.sh"],
    "measure/collect/counters/perf": ["counters.sh"],
    "measure/collect/counters/hpcrun": ["hpcrun/run.sh"],
    "measure/collect/region": ["regions.sh"],
    "measure/collect/mpi": ["mpi/run.sh openmpi", "mpi/run.sh late"],
    "measure/collect/simulate": ["simulator/run.sh refusals", "simulator/run.sh slices",
                                 "simulator/run.sh system", "simulator/run.sh processes"],
    "measure/collect/simulate/build": ["simulator/run.sh slices", "regions.sh", "calls.sh"],
    "measure/collect/simulate/tool/translate": ["simulator/run.sh " + part for part in (
        "arithmetic", "slices", "model", "counts")],
    "measure/collect/simulate/tool": ["simulator/run.sh " + part for part in (
        "refusals", "arithmetic", "system", "slices", "counts")],
    "measure/collect/simulate/tool/count": ["simulator/run.sh slices", "regions.sh",
                                            "simulator/run.sh counts"],
    "measure/collect/simulate/tool/memory": ["simulator/run.sh " + part for part in (
        "system", "clock", "slices", "counts")],
    "measure/collect/simulate/tool/evex": ["simulator/run.sh avx512"],
    "measure/collect/simulate/tool/predict": ["simulator/run.sh predictors"],
    "measure/collect/simulate/tool/time": ["simulator/run.sh clock", "simulator/run.sh processes"],
    "measure/collect/simulate/tool/timing": ["simulator/run.sh arithmetic", "mca.sh",
                                             "simulator/run.sh model"],
}
# What a mutant that survives takes at most, in seconds without it: of golden cases and
# shell suites, and a third of that of unit suites; the quick ones of those that can see
# its room. The unit suites of its file, if few, are always run.
ENOUGH = 130
FEW = 3

SEE_MUCH = ["page_whole", "rules_see", "json", "values_two", "answer"]

# What sees the rules; the other suites read them only
SEE_RULES = [["build/tests/check", suite] for suite in
             ("knowledge", "perturbed", "knowledge_examples", "advice")]
SEE_RULES += [["tests/golden.sh", "answer_kinds", "answer_programs", "suggest_threads",
               "suggest_counted", "suggest_expected"]]
# Golden cases that take long and see the words of options only
SLOW = ["completion", "run_completion"]
# Golden cases that start the measuring program
MEASURED = ["run_help", "stat_help", "run_dry", "run_completion", "merge", "job_script", "drivers",
            "wrong_lines", "account_hpctoolkit"]
RELEASE = r"(\w+_)?(free|release|drop)\(.*\);"

RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
C_OPERATORS = {**RELATIONS, "&&": "||", "||": "&&", "+": "-", "-": "+", "*": "/",
               "/": "*", "+=": "-=", "-=": "+="}
LUA_OPERATORS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "~=", "~=": "==",
                 "and": "or", "or": "and", "+": "-", "-": "+", "*": "/", "/": "*"}


def blank(match):
    """So many blanks: places stay what they are"""
    return re.sub(r"[^\n]", " ", match.group(0))


def code_of(text, lua):
    """The text with comments, strings and preprocessor lines blanked"""
    if lua:
        pattern = r'--\[(=*)\[.*?\]\1\]|\[(=*)\[.*?\]\2\]|--[^\n]*|"(?:\\.|[^"\\\n])*"' \
                  r"|'(?:\\.|[^'\\\n])*'"
    else:
        pattern = r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'' \
                  r'|^[ \t]*#(?:\\\n|[^\n])*'
    return re.sub(pattern, blank, text, flags=re.S | re.M)


def number(word):
    """Another number, of the same kind"""
    if re.fullmatch(r"\d+", word):
        n = int(word)
        return str(1 - n) if n < 2 else str(n + 1)
    if re.fullmatch(r"\d*\.\d+", word):
        return repr(float(word) * 1.5 or 0.5)
    return None


def mutants_of(path):
    """(place, length, replacement, kind) of each mutant of a file"""
    with open(os.path.join(TOP, path), encoding="utf-8") as f:
        text = f.read()
    lua = path.endswith(".lua")
    code = code_of(text, lua)
    found = []
    operators = LUA_OPERATORS if lua else C_OPERATORS
    words = "|".join(re.escape(o) for o in sorted(operators, key=len, reverse=True))
    # binary operators have a blank on both sides, in both languages' style
    for m in re.finditer(rf"(?<=[ \t])({words})(?=[ \n])", code):
        found.append((m.start(), len(m[0]), operators[m[0]], "operator"))
    for m in re.finditer(r"(?<![\w.])(\d*\.\d+|\d+)(?![\w.])", code):
        if number(m[0]) and code[m.start() - 4:m.end() + 2] != "= { 0 }":
            found.append((m.start(), len(m[0]), number(m[0]), "constant"))
    if lua:
        guards = r"\b(?:if|elseif|while) (.+) (?:then|do)$"
        flip, statement = "not (%s)", r"^[ \t]+([\w.]+(?:\[[^\]\n]*\])? = .*[^,\n]|[\w.:]+\(.*\))$"
        negation = r"\bnot (?=[\w(])"
    else:
        guards = r"\b(?:if|while) \((.+)\)(?: \{)?$"
        flip, statement = "!(%s)", r"^\t+([\w\->.\[\]*]+ (?:[-+*/|&]?=) .+;|[\w\->.]+\(.*\);|" \
                                   r"[\w\->.\[\]]+(?:\+\+|--);)$"
        negation = r"!(?=[\w(*])"
    for m in re.finditer(guards, code, flags=re.M):
        condition = text[m.start(1):m.end(1)]
        if condition.count("(") == condition.count(")"):
            found.append((m.start(1), len(condition), flip % condition, "guard"))
    for m in re.finditer(negation, code):
        found.append((m.start(), len(m[0]), "", "negation"))
    for m in re.finditer(statement, code, flags=re.M):
        if not re.match(r"local " if lua else RELEASE, m[1]):
            found.append((m.start(1), len(m[1]), "" if lua else ";", "statement"))
    return text, found


def shown(text, place, length, new):
    """Its line, and what it is instead: the way it is named in equivalent.txt"""
    first = text.rfind("\n", 0, place) + 1
    last = text.find("\n", place + length)
    line = text[first:last]
    at = place - first
    return " ".join(line.split()), " ".join((line[:at] + new + line[at + length:]).split())


def equivalents():
    """(file, line, instead) of those that can't matter"""
    known, path = set(), None
    with open(EQUIVALENT, encoding="utf-8") as f:
        lines = [line.rstrip("\n") for line in f if line.strip() and line[0] != "#"]
    for line in lines:
        if not line.startswith("\t"):
            path, old = line, None
        elif not line.startswith("\t\t"):
            old = line.strip()
        elif old and line.startswith("\t\t-> "):
            known.add((path, old, line[5:].strip()))
            old = None
    return known


def run(command, limit, processor=600):
    """None: it passed; else what failed. Limits in seconds: of all of it, and of
    processor time in each process: a mutant may go round for ever."""
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 2))

    with subprocess.Popen(command, cwd=COPY, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, "STOP_AT_FIRST": "1"},
                          start_new_session=True, preexec_fn=limited) as process:
        try:
            output, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return "it does not end"
    try:
        os.killpg(process.pid, signal.SIGKILL)  # what a suite that stopped has left
    except ProcessLookupError:
        pass
    if process.returncode == 0:
        return None
    lines = output.decode("utf-8", "replace").splitlines()
    for line in lines:
        if re.match(r"not ok|.*:[FE]:", line):
            return line[:100]
    return lines[-1][:100] if lines else f"status {process.returncode}"


def make(*targets):
    return run(["make", "-s", "--no-print-directory", f"-j{os.cpu_count()}", *targets], 900)


def units_of(path):
    """The unit suites that include a file's header, and others that include one of its
    folder, else of the folder around it"""
    folder = os.path.dirname(path)
    nearest, near, around = [], [], []
    tests = os.path.join(TOP, "tests")
    for name in sorted(os.listdir(tests)):
        if not re.fullmatch(r"check_\w+\.c", name):
            continue
        with open(os.path.join(tests, name), encoding="utf-8") as f:
            text = f.read()
        command = ["build/tests/check", name[6:-2]]
        if f'#include "{os.path.splitext(path)[0]}.h"' in text:
            nearest.append(command)
        elif f'#include "{folder}/' in text or path.endswith(".lua") and folder + "/" in text:
            near.append(command)
        elif f'#include "{os.path.dirname(folder) or folder}/' in text:
            around.append(command)
    return nearest, near or ([] if nearest else around)


def suites_of(room):
    """Shell suites beside the golden cases"""
    words = SUITES[max((key for key in SUITES if (room + "/").startswith(key and key + "/")), key=len)]
    return [["tests/" + w.split()[0], *w.split()[1:]] for w in words]


def cases():
    """The golden cases"""
    golden = os.path.join(TOP, "tests", "golden")
    return sorted(case for case in os.listdir(golden)
                  if os.path.exists(os.path.join(golden, case, "cmd")))


def goldens_of(path):
    """Golden cases in commands: those named like the file, then parts of the others"""
    if path.startswith("measure/collect/simulate/tool/"):
        return []
    if path.startswith("measure/"):
        return [["tests/golden.sh", *MEASURED]]
    words = {w for w in re.split(r"\W|_", path) if len(w) > 2}
    alike = [case for case in cases() if words & {*case.split("_")}]
    others = [case for case in cases() if case not in alike and case not in SEE_MUCH and
              (case not in SLOW or path.startswith(("base/", "report/")))]
    parts = [alike, SEE_MUCH, *(others[k::4] for k in range(4))]
    return [["tests/golden.sh", *part] for part in parts if part]


def quick(commands, took, seconds):
    """The quick ones, one at least, that take so long together"""
    chosen, together = [], 0
    for command in sorted(commands, key=took):
        together += took(command)
        if chosen and together > seconds:
            break
        chosen.append(command)
    return chosen


def tests_of(path, took):
    """Commands that can see a file, the quick ones first"""
    if path.startswith("knowledge/") and path.endswith(".lua"):
        return sorted(SEE_RULES, key=took)
    nearest, near = units_of(path)
    if path.startswith("arch/") and path.endswith(".lua"):
        nearest = [["build/tests/check", "arch_model"]]
    if len(nearest) > FEW:
        nearest, near = [], nearest + near
    far = goldens_of(path) + suites_of(os.path.dirname(path))
    return sorted(nearest + quick(near, took, ENOUGH / 3) + quick(far, took, ENOUGH), key=took)


def took_without(command):
    """Its time without a mutant, when it passes: measured once for the same code"""
    if command[0] == "tests/golden.sh" and len(command) > 1:
        return took_without(command[:1]) * (len(command) - 1) / len(cases())
    name, known = " ".join(command), times_of_this_code()
    if name not in known:
        failed = make("check-build")  # the last mutant may still be built
        start = time.monotonic()
        failed = failed or run(command, 1200)
        if failed:
            sys.exit(f"'{name}' fails without a mutant: {failed}")
        known[name] = time.monotonic() - start
        with open(TIMES, "w", encoding="utf-8") as f:
            json.dump({"code": code_is(), "took": known}, f)
    return known[name]


@functools.lru_cache
def code_is():
    """What the code is, beside these files, so that what passed need not be run again"""
    return subprocess.run("git rev-parse HEAD && git diff HEAD -- . :!tests/mutants | sha1sum",
                          cwd=TOP, shell=True, check=True, text=True, stdout=subprocess.PIPE).stdout


@functools.lru_cache
def times_of_this_code():
    """The time of each command that passed without a mutant"""
    try:
        with open(TIMES, encoding="utf-8") as f:
            kept = json.load(f)
        return kept["took"] if kept["code"] == code_is() else {}
    except (OSError, ValueError, KeyError):
        return {}


def copy_project():
    os.makedirs(COPY, exist_ok=True)
    files = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, check=True,
                           stdout=subprocess.PIPE).stdout
    # only what differs, so that little is built again
    for name in filter(None, os.fsdecode(files).split("\0")):
        source, copy = os.path.join(TOP, name), os.path.join(COPY, name)
        if os.path.exists(source) and not (os.path.exists(copy) and
                                           filecmp.cmp(source, copy, shallow=False)):
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            shutil.copy(source, copy, follow_symlinks=False)


def choose(files, count, seed):
    """So many mutants, spread over the files by their number of places"""
    pool = []
    for path in files:
        text, found = mutants_of(path)
        pool += [(path, text, *m) for m in found]
    random.Random(seed).shuffle(pool)
    known = equivalents()
    chosen = [m for m in pool if (m[0], *shown(m[1], *m[2:5])) not in known]
    return chosen[:count], len(pool)


def name_of(mutant):
    path, text, place, length, new, kind = mutant
    old, instead = shown(text, place, length, new)
    return f"{path}:{text.count(chr(10), 0, place) + 1}: {kind}: {old}  ->  {instead}"


def targets_of(path):
    """What is built for its suites"""
    site = {"web": "build/perfexpert-site", "knowledge": "build/verify-knowledge"}
    return ["check-build"] if path.startswith(("profile/", "base/")) else [
        "all", "build/tests/check", *(site[room] for room in site if path.startswith(room))]


def killer(mutant, tests, took):
    """What fails with it; None: nothing"""
    path, text, place, length, new, _ = mutant
    file = os.path.join(COPY, path)
    try:
        with open(file, "w", encoding="utf-8") as f:
            f.write(text[:place] + new + text[place + length:])
        if make(*targets_of(path)):  # of Lua, too: the last mutant may have been in C
            return COMPILER
        for command in tests:
            why = run(command, 60 + 4 * took(command), int(10 + 2 * took(command)))
            if why:
                what = " ".join(command[:2] if len(command) < 4 else command[:1])
                return what.replace("build/", "").replace("tests/", "") + ": " + why
        return None
    finally:
        with open(file, "w", encoding="utf-8") as f:
            f.write(text)


def main():
    parser = argparse.ArgumentParser(usage="%(prog)s ROOM [-n NUMBER] [-s SEED] [--of PATTERN] [--list]")
    parser.add_argument("room")
    parser.add_argument("--of", default=r"\.(c|lua)$", help="only files of such names")
    parser.add_argument("-n", type=int, default=20)
    parser.add_argument("-s", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    room = args.room.rstrip("/")
    files = subprocess.run(["git", "ls-files", room], cwd=TOP, check=True, text=True,
                           stdout=subprocess.PIPE).stdout.split("\n")
    files = [f for f in files if re.search(r"\.(c|lua)$", f) and re.search(args.of, f) and
             not f.startswith(("knowledge/examples/", "knowledge/measured/", "tests/"))]
    if not files:
        sys.exit(f"there is no C or Lua file in '{room}'")
    chosen, places = choose(files, args.n, args.s)
    print(f"{room}: {len(chosen)} of {places} mutants, seed {args.s}")
    if not args.list:
        copy_project()
        failed = make("check-build")
        if failed:
            sys.exit(f"the copy does not build: {failed}")
    tried = [0, 0]
    survived = []
    for mutant in chosen:
        name = name_of(mutant)
        if args.list:
            print(name)
            continue
        by = killer(mutant, tests_of(mutant[0], took_without), took_without)
        if by != COMPILER:
            tried[by is None] += 1
        if not by:
            survived.append(name)
        print(("killed    " if by else "SURVIVED  ") + name + (f"  ({by})" if by else ""),
              flush=True)
    if args.list:
        return
    print(f"{room}: {tried[0]} of {sum(tried)} killed "
          f"({100 * tried[0] // max(sum(tried), 1)} %), {len(chosen) - sum(tried)} did not compile")
    for name in survived:
        print("SURVIVED  " + name)


if __name__ == "__main__":
    main()
