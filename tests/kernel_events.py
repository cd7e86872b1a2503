#!/usr/bin/env python3
"""Events of Arm's and POWER's machine files beside a kernel's tables of them.

    LINUX=folder make check-events      a kernel's sources

event_codes.txt has the names and codes; a unit test compares it with the
machine files. Ends with "N passed, N failed, N skipped".
"""
import json
import os
import re
import sys
from pathlib import Path

LINUX = Path(os.environ.get("LINUX", ""))
TABLES = LINUX / "tools/perf/pmu-events/arch"
COUNTER = 0xF0000  # of a code of POWER: names the counter, 0 is any


def known(folder):
    """name -> code of a table; Arm's common events have theirs in one file"""
    common = {}
    events = {}
    if folder.suffix == ".h":
        found = re.findall(r"EVENT\((\w+),\s*(0x[0-9a-f]+)\)", folder.read_text())
        return {name: int(code, 16) for name, code in found}
    for file in TABLES.glob("arm64/*.json"):
        listed = json.loads(file.read_text())
        common.update((e["EventName"], e) for e in listed if "EventName" in e)
    for file in [folder] if folder.is_file() else folder.rglob("*.json"):
        for e in json.loads(file.read_text()):
            e = common.get(e.get("ArchStdEvent", ""), e)
            if "EventCode" in e:
                events[e["EventName"]] = int(e["EventCode"], 0)
    return events


def rows():
    """(machine, its kernel's table, name there, code) of each line"""
    table = None
    for line in Path("tests/event_codes.txt").read_text().splitlines():
        if line.startswith("@"):
            machine, table = [part.strip() for part in line[1:].split("|")[:2]]
        elif line.startswith("#"):
            table = line  # these are of another list
        elif line:
            words = line.split()
            place = re.search(r"(?:tools|arch)/\S*(?:arm64|powerpc)\S*", table)
            yield machine, place and LINUX / place[0], words[-1], int(words[0], 16)


def main():
    if not TABLES.is_dir():
        print("skip events beside a kernel's tables: LINUX is no kernel's sources")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    tables = {}
    count = {}
    for machine, place, name, code in rows():
        if place is None:
            continue
        passed, failed, skipped = count.setdefault(machine, [0, 0, 0])
        if not place.exists():
            if not skipped:
                print(f"skip {machine}: this kernel has no {place.name}")
            count[machine][2] += 1
            continue
        if place not in tables:
            tables[place] = known(place)
        listed = tables[place].get(name)
        same = listed == code
        if listed is not None and "powerpc" in str(place):
            same = listed & ~COUNTER == code & ~COUNTER
        count[machine][0 if same else 1] += 1
        if not same:
            there = "not there" if listed is None else hex(listed)
            print(f"not ok {machine}: {name} is {code:#x}, {there} in {place.name}")
    for machine, (passed, failed, skipped) in count.items():
        print(f"{machine:16} {passed} agree, {failed} differ, {skipped} skipped")
    sums = [sum(column) for column in zip(*count.values())]
    print("{} passed, {} failed, {} skipped".format(*sums))
    return sums[1] != 0


sys.exit(main())
