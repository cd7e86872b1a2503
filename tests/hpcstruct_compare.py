#!/usr/bin/env python3
"""Compares the loops that structure_dump --parts finds in a binary with those of
an .hpcstruct file: procedure, header address, depth, file and line of each.

usage: hpcstruct_compare.py STRUCTURE_DUMP BINARY FILE.hpcstruct

For people; make check needs neither HPCToolkit nor its files.
"""
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree


def first_address(node):
    return int(re.search(r"0x([0-9a-f]+)", node.get("v")).group(1), 16)


def read_hpcstruct(node, proc, depth, loops):
    for child in node:
        if child.tag == "P":
            read_hpcstruct(child, first_address(child), 0, loops)
        elif child.tag == "L":
            file = child.get("f").rsplit("/", 1)[-1]
            loops.add((proc, first_address(child), depth + 1, file,
                       int(child.get("l"))))
            read_hpcstruct(child, proc, depth + 1, loops)
        else:
            read_hpcstruct(child, proc, depth, loops)


def read_dump(dump, binary):
    text = subprocess.run([dump, "--parts", binary], check=True,
                          capture_output=True, text=True).stdout
    loops, names, proc = set(), {}, None
    for line in text.splitlines():
        match = re.match(r"proc 0x([0-9a-f]+) (.*) \S+:\d+-\d+$", line)
        if match:
            proc = int(match.group(1), 16)
            names[proc] = match.group(2)
        match = re.match(r"( +)part 0x([0-9a-f]+) (\S+):(\d+)", line)
        if match:
            loops.add((proc, int(match.group(2), 16),
                       len(match.group(1)) // 2, match.group(3),
                       int(match.group(4))))
    return loops, names


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    want = set()
    read_hpcstruct(ElementTree.parse(sys.argv[3]).getroot(), None, 0, want)
    got, names = read_dump(sys.argv[1], sys.argv[2])
    for loop in sorted(want ^ got):
        whose = "only hpcstruct" if loop in want else "only ours"
        print(f"{names.get(loop[0], '?')[:60]}: {whose}: header {loop[1]:#x} "
              f"depth {loop[2]} {loop[3]}:{loop[4]}")
    print(f"{len(want | got)} loops, {len(want ^ got)} differences")
    return 1 if want != got else 0


sys.exit(main())
