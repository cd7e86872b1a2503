#!/bin/bash
# Which folder may include which: fails on an include that points upwards, on
# circles between folders or headers, on lua.h outside lua/, and on files that are
# opened to be read by anything but io_open (base/io.h), which waits for no pipe; on
# folders of more than 25 C files.
#
#	tests/layers.sh           check; says where it fails
#	tests/layers.sh --table   the includes between folders, counted
set -u
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C

# Folders from the bottom to the top. A folder may include those below it that
# its line names; "measure/*" stands for the rooms of measure that are below.
order="
base
lua: base
profile: base
profile/import: base profile
arch: base lua
measure/run: base arch profile profile/import
measure/kept: base arch measure/run
measure/plan: base arch profile profile/import measure/run
measure/binary/elf: base
measure/binary/decode: base measure/binary/elf
measure/binary/flow: base measure/binary/*
measure/binary/facts: base measure/binary/*
measure/binary: base measure/binary/*
measure/attribute: base arch profile measure/binary measure/binary/elf measure/run
measure/collect/region: base
measure/collect/region/library: measure/collect/region
measure/collect/mpi: base profile measure/binary measure/run
measure/collect/mpi/library: measure/collect/mpi
measure/collect/clock/unwind: base
measure/collect/clock: base profile measure/binary/elf measure/run measure/kept measure/collect/region measure/collect/clock/unwind
measure/collect/clock/library: measure/run measure/collect/region measure/collect/clock measure/collect/clock/unwind
measure/collect/counters/perf: base arch profile measure/binary measure/run measure/kept measure/plan measure/attribute measure/collect/region measure/collect/clock
measure/collect/counters/hpcrun: base arch profile profile/import measure/binary measure/run measure/plan measure/attribute
measure/collect/simulate/protocol: base arch profile measure/run
measure/collect/simulate/sample: base arch profile measure/binary measure/run measure/attribute measure/collect/clock measure/collect/simulate/protocol
measure/collect/simulate/extrapolate: base arch profile measure/run measure/attribute measure/collect/clock measure/collect/simulate/protocol measure/collect/simulate/sample
measure/collect/simulate/tool/core: arch measure/collect/simulate/protocol
measure/collect/simulate/tool/memory: measure/collect/simulate/tool/core
measure/collect/simulate/tool/vex: measure/collect/simulate/tool/core
measure/collect/simulate/tool/translate: measure/collect/simulate/tool/core measure/collect/simulate/tool/vex measure/collect/simulate/tool/memory
measure/collect/simulate/tool/evex: measure/collect/simulate/tool/core measure/collect/simulate/tool/translate
measure/collect/simulate/tool/predict: measure/collect/simulate/tool/core measure/collect/simulate/tool/memory
measure/collect/simulate/tool/timing: measure/collect/simulate/tool/core measure/collect/simulate/tool/translate measure/collect/simulate/tool/evex measure/collect/simulate/tool/memory
measure/collect/simulate/tool/time: measure/collect/simulate/tool/core measure/collect/simulate/tool/translate
measure/collect/simulate/tool/count: arch measure/run measure/collect/region measure/collect/simulate/protocol measure/collect/simulate/tool/core measure/collect/simulate/tool/memory measure/collect/simulate/tool/timing
measure/collect/simulate/tool: measure/collect/simulate/tool/*
measure/collect/simulate/build: base arch profile measure/binary measure/run measure/attribute measure/collect/region measure/collect/clock measure/collect/simulate/*
measure/collect/simulate: base arch profile measure/binary/elf measure/run measure/plan measure/collect/clock measure/collect/simulate/*
measure: base arch profile measure/* measure/collect/*
diagnose: base profile arch
knowledge: base lua profile arch diagnose
knowledge/verify: base profile diagnose knowledge
report/source: base profile diagnose
report/html: base profile arch diagnose knowledge report report/source
report: base profile arch diagnose knowledge report/source
report/export: base profile arch diagnose knowledge report report/source
web: base profile profile/import arch diagnose knowledge report report/source report/html
"

# "from to file:line" of every include between folders; a header of the same
# folder stands without one.
includes() {
	git ls-files -co --exclude-standard -- '*.c' '*.h' |
		grep -vE '^(tests|bench|demo|knowledge/examples)/' |
		xargs grep -nE '^#include "' |
		grep -vE '"(pub_tool_|libvex)' | # Valgrind's
		sed -E 's/^([^:]*):([0-9]+):#include "([^"]*)".*/\1 \2 \3/' |
		awk '{
			from = $1; sub("/[^/]*$", "", from)
			to = $3
			if (to ~ "/") sub("/[^/]*$", "", to); else to = from
			print from, to, $1 ":" $2, $3
		}'
}

# The entry of each main, and the table of its outputs, join what is below and
# above them.
between() {
	includes | awk '$1 != $2 && $3 !~ /\/main\.c:|report\/command\.c:/'
}

table() {
	printf '%8s  %s\n' includes 'from -> to'
	between | awk '{ n[$1 " -> " $2]++ }
		END { for (k in n) printf "%8d  %s\n", n[k], k }' | sort -k2
}

# Includes that no line of the order allows
upwards() {
	between | awk -v order="$order" '
		BEGIN {
			n = split(order, lines, "\n")
			for (i = 1; i <= n; i++) {
				k = split(lines[i], w, "[: ]+")
				for (j = 2; j <= k; j++)
					may[w[1], w[j]] = 1
			}
		}
		{
			room = $2; sub("/[^/]*$", "/*", room)
			if (!(($1, $2) in may) && !(($1, room) in may))
				print $3 " may not include " $4
		}'
}

# Circles: tsort names them. Folders first, then headers.
circles() {
	between | awk '{ print $1, $2 }' | sort -u | { tsort >/dev/null; } 2>&1
	includes | awk '$3 ~ /\.h:/ {
		h = $3; sub(":[0-9]*$", "", h)
		to = $4 ~ "/" ? $4 : $2 "/" $4
		print h, to
	}' | sort -u | { tsort >/dev/null; } 2>&1
}

# What runs inside of programs has no base/: it opens /proc, and what is mapped.
opened() {
	git ls-files -co --exclude-standard -- '*.c' |
		grep -vE '^(tests|bench|demo|knowledge/(examples|verify))/' |
		grep -vE '^measure/collect/(.*/)?(library|tool)/|^measure/run/loadable\.c' |
		grep -vE '^base/io\.c$' |
		xargs grep -nE 'gzopen|gzdopen|O_RDONLY|fopen\([^;]*"r|xmlReaderForF' |
		sed 's/$/ opens a file without io_open/'
}

# A folder of more wants to be two: nobody reads it as one.
crowded() {
	git ls-files -co --exclude-standard -- '*.c' | sed 's,/[^/]*$,,' | sort | uniq -c |
		awk '$1 > 25 { print $2 " has " $1 " C files" }'
}

if [ "${1:-}" = --table ]; then
	table
	exit 0
fi
bad=$(
	upwards
	circles
	opened
	crowded
	git ls-files -co --exclude-standard -- '*.c' '*.h' | grep -v '^lua/' |
		xargs grep -nH '#include <lua' | sed 's/$/ outside lua\//'
)
if [ -n "$bad" ]; then
	echo "$bad"
	exit 1
fi
echo "layers: ok"
