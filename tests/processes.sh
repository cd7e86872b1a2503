#!/bin/bash
# Every process that a program starts is measured, or it is said which was not and
# how much of the time is its own; and none of them notices.
#
#	tests/processes.sh [PART]...
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/cli/lib.sh
compile refuse || exit 1
refuse=$scratch/bin/refuse

# make_ NAME [OPTION]...: a program of tests/processes
make_() {
	"${CC:-gcc}" -D_GNU_SOURCE -O1 -g -o "$scratch/bin/$1" \
		"$top/tests/processes/$1.c" "${@:2}"
}

if [ ! -e "$build/simulator" ] || ! command -v valgrind >/dev/null; then
	skip_rest "no simulator: Valgrind's headers and libraries are not installed"
fi
make_ tree || exit 1
tree=$scratch/bin/tree
steps=40000000

# event FILE NAME EVENT...: what a procedure has of it in all, or the program (.);
# "-": not measured
event() {
	lua5.4 - "$top/tests/kernels/measurement.lua" "$@" <<'END'
local m = dofile(arg[1]).read(arg[2])
local function find(s)
  if s.name == arg[3] then return s end
  for _, c in ipairs(s.children) do
    local found = find(c)
    if found then return found end
  end
end
local s = arg[3] == "." and m.root or find(m.root)
for i = 4, #arg do
  local v = s and s.sum[arg[i]]
  io.write(i > 4 and " " or "", v and string.format("%.0f", v) or "-")
end
print()
END
}

# has_events NAME WANT: FP operations in app.db
has_events() {
	local got

	got=$(event app.db "$1" FP_INS)
	[ "$got" = "$2" ] && return
	bad "'$1' has $got FP operations instead of $2" ../err
	return 1
}

# Both ways in which the clock is sampled
both_ways() {
	local how=$1

	shift
	"$@" "$how" || return
	if "$refuse" perf_event_open true; then
		"$@" "$how, perf_event_open refused" "$refuse" perf_event_open
	else
		skip "filters of system calls can't be installed here"
	fi
}

# whole WAY HOW [COMMAND..]: all processes have their counts
whole() {
	local way=$1

	begin "$2"
	ends_with 0 "${@:3}" "$run" -n 1 -o app.db "$tree" "$way" &&
		says "wrote 'app.db'; next:" && has_events work $((4 * steps)) &&
		has_events own $((2 * steps)) &&
		if grep -q "events are missing" app.db; then bad "misses" app.db; else ok; fi
}

# nameless WAY HOW [COMMAND..]: the same, of code that has no file any more
nameless() {
	local way=$1 all

	begin "$2"
	ends_with 0 "${@:3}" "$run" -n 1 -o app.db "$tree" "$way" &&
		says "wrote 'app.db'; next:" && has_events work $((2 * steps)) || return
	all=$(event app.db . FP_INS)
	if [ "${all%??????}" = $((6 * steps / 1000000)) ]; then ok
	else bad "$all FP operations in all" ../err; fi
}

# partly WAY HOW [COMMAND..]: one of them has none
partly() {
	local way=$1

	begin "$2"
	ends_with 4 "${@:3}" "$run" -n 1 -o app.db "$tree" "$way" &&
		says "1 process of 'tree' [(][1-9][0-9]? % of the time[)] ended differently" &&
		has_events work - && has_events own $((2 * steps)) && ok
}

events() {
	both_ways "a child" whole fork
	both_ways "a child that executes /proc/self/exe" whole exe
	both_ways "a child that executes a file in memory" nameless memory
	both_ways "a child that is killed in the simulator only" partly dies
	both_ways "a child that fails in the simulator only" partly fails
}

run_parts events -- "$@"
summary
