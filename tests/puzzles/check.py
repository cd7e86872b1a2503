"""check.py LIST: what is wrong in a list of puzzles, one a line"""
import os
import re
import sys

FIELDS = ["id", "language", "build", "fixed", "arguments", "half", "place",
          "function", "cause", "fix", "names", "gain"]


def wrong(row, folder, causes):
    """yields what is wrong with one line of the list"""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", row["id"]):
        yield "its id is not a name"
    if row["language"] not in ("c", "c++", "fortran", "python", "shell"):
        yield "unknown language"
    if row["half"] not in ("open", "closed"):
        yield "half is neither open nor closed"
    match = re.fullmatch(r"([^:]+):(\d+(-\d+)?(,\d+(-\d+)?)*)", row["place"])
    if not match or not match[1].split("/")[-1].startswith(row["id"] + "."):
        yield "place is not of its file"
        return
    slow = os.path.join(folder, match[1])
    fixed = slow.replace(row["id"] + ".", row["id"] + "_fixed.")
    if not os.path.exists(slow) or not os.path.exists(fixed):
        yield "a form is missing"
        return
    with open(slow) as file:
        lines = file.read().split("\n")[:-1]
    for line in re.findall(r"\d+", match[2]):
        if not 1 <= int(line) <= len(lines) or not lines[int(line) - 1].strip():
            yield "line %s has nothing" % line
    if row["function"] != "-" and not re.search(
            r"\b%s\b" % re.escape(row["function"]), "\n".join(lines)):
        yield "no function '%s'" % row["function"]
    with open(fixed) as file:
        if file.read() == "\n".join(lines) + "\n" and row["fixed"] == "=":
            yield "both forms are the same"
    for cause in row["cause"].split(","):
        if cause not in causes:
            yield "cause '%s' is not in the vocabulary" % cause
    for pattern in row["names"].split(" ;; "):
        try:
            if re.compile(pattern).search(""):
                yield "'%s' matches everything" % pattern
        except re.error as error:
            yield "'%s': %s" % (pattern, error)
    try:
        if float(row["gain"]) < 1.2:
            yield "its fix gains too little"
    except ValueError:
        yield "gain is not a number"


def main(path):
    folder = os.path.dirname(path)
    with open(path) as file:
        lines = file.read().split("\n")[:-1]
    causes = [m[1] for m in (re.match(r"#   ([a-z-]+)  ", x) for x in lines) if m]
    said, seen = [], {"list.tsv", "verdicts.tsv"}
    for n, line in enumerate(lines, 1):
        if line.startswith("#"):
            continue
        values = line.split("\t")
        if len(values) != len(FIELDS) or "" in values:
            said.append("line %d has not %d fields" % (n, len(FIELDS)))
            continue
        row = dict(zip(FIELDS, values))
        name = row["place"].split(":")[0]
        if name in seen:
            said.append("%s: twice" % row["id"])
        seen |= {name, name.replace(".", "_fixed.")}
        said += ["%s: %s" % (row["id"], w) for w in wrong(row, folder, causes)]
    files = (os.path.relpath(os.path.join(at, name), folder)
             for at, _, names in os.walk(folder) for name in names)
    said += [name + " is in no line" for name in sorted(files) if name not in seen]
    print("\n".join(said))
    return 1 if said or not lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
