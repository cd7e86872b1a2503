#!/bin/bash
# The call graph of a program whose calls are known, from stacks without frame
# pointers, through both programs.
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
hang=600 # seconds; nothing here takes that long on any machine

need_simulator
${CC:-cc} -O2 -g -fomit-frame-pointer -o "$scratch/calls" tests/calls/calls.c
timeout $hang "$build/perfexpert-run" -q -n 1 -c simulate -o "$scratch/app.db" \
	"$scratch/calls" >"$scratch/out" 2>"$scratch/err"
is "it is measured" "$? $(cat "$scratch/err")" "0 "
"$build/perfexpert" --calls --json "$scratch/app.db" >"$scratch/calls.json"

# "callee < its callers" of the program's own procedures, and what main has
got=$(python3 - "$scratch/calls.json" <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
own = {"main", "large", "small", "recur", "sorting", "compare", "work"}
calls, up = d["calls"], {}
for c in calls:
    at = c["caller"]
    # the C library's procedures are passed over
    while at is not None and calls[at]["procedure"] not in own:
        at = calls[at]["caller"]
    if c["procedure"] in own and at is not None:
        up.setdefault(c["procedure"], set()).add(calls[at]["procedure"])
for name in sorted(up):
    print(name, "<", *sorted(up[name]))
share = {p["procedure"]: p["inclusive"] for p in d["procedures"]}
print("main has all" if share["main"] > 0.98 else share["main"])
# what is called is a part of who calls it, and recursion counts once: this
# holds however few samples there are
parts = sum(share.get(name, 0) for name in ("large", "recur", "sorting"))
print("no more than main" if parts < share["main"] + 1e-6 else parts)
own = sum(p["exclusive"] for p in d["procedures"])
print("all add up" if abs(own - 1) < 1e-6 else own)
END
)
is "who calls whom" "$got" "compare < sorting
large < main
recur < main
small < large
sorting < main
work < compare large recur small
main has all
no more than main
all add up"
if command -v xmllint >/dev/null; then
	xmllint --noout --relaxng profile/measurement.rng "$scratch/app.db" 2>"$scratch/err"
	is "the measurement is valid" $? 0
fi
# wrong tables are the program's, and no reason to end it
${CC:-cc} -O1 -g -o "$scratch/lies" tests/calls/lies.c
got=$(timeout $hang "$build/perfexpert-run" -q -n 2 -c simulate \
	-o "$scratch/lies.db" "$scratch/lies" 2>&1)
is "wrong unwind tables do no harm" "$? $got" "0 done"
# what libraries take is charged to the line that calls them, with exact counts
${CC:-cc} -O2 -g -o "$scratch/caused" tests/calls/caused.c
timeout $hang "$build/perfexpert-run" -q -f -n 1 -c simulate --effort full \
	-o "$scratch/caused.db" "$scratch/caused" >"$scratch/out" 2>"$scratch/err"
is "it is measured, too" "$? $(cat "$scratch/err")" "0 "
got=$(sed -n '/fact="caused"/s/.*title="\([^"]*\)".*file="[^"]*\/\([^"]*\)" line="\([0-9]*\)".* calls="\([0-9]*\)".*/\1 \2:\3 \4/p' \
	"$scratch/caused.db" | grep -v memset | sort)
is "each calling line has its calls" "$got" "$(awk '
	match($0, /\/\* [a-z]* [0-9]* \*\//) {
		split(substr($0, RSTART), w, " ")
		print w[2], "caused.c:" FNR, w[3]
	}' tests/calls/caused.c | sort)"
got=$(sed -n 's/.*fact="caused" title="\([a-z]*\)".* called_back="[1-9].*/\1/p' "$scratch/caused.db")
is "what a library calls back counts as its" "$got" "qsort"
# and knows by whom the code was called back, and what a line names though it is inlined
if command -v "${CXX:-g++}" >/dev/null; then
	${CXX:-g++} -O2 -g -o "$scratch/named" tests/calls/named.cpp
	timeout $hang "$build/perfexpert-run" -q -f -n 1 -c simulate --effort low \
		-o "$scratch/named.db" "$scratch/named" >"$scratch/out" 2>"$scratch/err"
	is "a program with inlined calls is measured" "$? $(cat "$scratch/err")" "0 "
	got=$(sed -n '/fact="caused"/s/.* title="\(memmove\|strtol\)".* line="\([0-9]*\)"\(.*\)/\1 \2\3/p' \
		"$scratch/named.db" | sed 's/ cycles="[^"]*"//; s/ calls="[^"]*"//; s/ inner="[^"]*"//; s/&lt;[^(]*&gt;::/::/; s/(.*/"\/>/' | sort)
	is "what a line names, and who calls back" "$got" "$(awk '
		/\/\* erase \*\// { print "memmove " FNR " through=\"std::vector::erase\"/>" }
		/\/\* key \*\// { print "strtol " FNR " called_back_by=\"qsort\"/>" }' tests/calls/named.cpp | sort)"
else
	open_case "what a line names, and who calls back"
	skip "no C++ compiler"
fi
# and so is what the library of ours is in front of: the request below a flush
${CC:-cc} -O2 -g -o "$scratch/flush" tests/calls/flush.c
timeout 300 "$build/perfexpert-run" -q -f -n 1 -c simulate --effort low \
	-o "$scratch/flush.db" "$scratch/flush" >"$scratch/out" 2>"$scratch/err"
is "a program that flushes is measured" "$? $(cat "$scratch/err")" "0 "
got=$("$build/perfexpert" "$scratch/flush.db" | sed -n '/^1 /{s/ .*//;p}
	s/^ *why *\(fflush\) is called [0-9,]* times at flush.c:12 and takes \([5-9][0-9]\|100\) %.*/most in \1/p')
is "the kernel's time is that of the line that flushes" "$got" "1
most in fflush"
# what the interpreter, its library and the C library do is a line's of the script
timeout $hang "$build/perfexpert-run" -q -f -n 1 -c simulate --effort low \
	-o "$scratch/words.db" sh tests/calls/words.sh >"$scratch/out" 2>"$scratch/err"
is "a script of a shell is measured" "$? $(cat "$scratch/err")" "0 "
got=$(sed -n 's/.* \(program="[a-z]*" of_program="[0-9]*"\) file="[^"]*.words.sh" \(line="[0-9]*"\).*/\1 \2/p' \
	"$scratch/words.db")
is "its line that starts most processes" "$got" \
	"program=\"grep\" of_program=\"151\" line=\"$(grep -n '# each$' tests/calls/words.sh | cut -d: -f1)\""

python=$(python3 -c 'import platform, sys
known = platform.python_version_tuple()[:2] in (("3", "11"), ("3", "12"), ("3", "13"))
known &= platform.machine() == "x86_64"
print(sys.executable if known else "")')
if [ -n "$python" ]; then
	timeout $hang "$build/perfexpert-run" -v -f -n 1 -c simulate \
		-o "$scratch/script.db" "$python" tests/calls/script.py \
		>"$scratch/out" 2>"$scratch/err"
	is "a script is measured" "$? $(cat "$scratch/out")" "0 1249975000 20000"
	got=$(grep -c "lines of a script have most of the time: --effort low" "$scratch/err")
	is "of a script a part is enough" "$((got > 0))" 1
	got=$(sed -n 's/.* name="\([a-z]*\)" file="[^"]*\/script.py" line="\([0-9]*\)".*/\1 \2/p' \
		"$scratch/script.db" | sort)
	is "each function has the line that takes most" "$got" "$(awk '
		/^def/ { sub(/\(.*/, "", $2); name = $2 }
		/# (C|library)$/ { print name, FNR }' tests/calls/script.py | sort)"
	got=$(grep -c ' text="total += queue.pop(0)  # C" loop="while queue:"/>' \
		"$scratch/script.db")
	is "its line has the loop around it" "$((got > 0))" 1
	got=$("$build/perfexpert" "$scratch/script.db" |
		sed -n 's/^1  .* at \(script.py\):.*/\1/p')
	is "it is the first place" "$got" "script.py"
	got=$("$build/perfexpert" "$scratch/script.db" | grep -c "change  Use collections.deque")
	is "the list that loses its first element gets a deque" "$got" 1
	{
		printf '#!%s\n' "$python"
		sed '/^print/d' tests/calls/script.py
		echo 'print(drain(list(range(20000))))'
	} >"$scratch/drain"
	chmod +x "$scratch/drain"
	timeout $hang "$build/perfexpert-run" -q -f -n 1 -c simulate \
		-o "$scratch/drain.db" "$scratch/drain" >"$scratch/out" 2>&1
	got=$(grep -c ' text="total += queue.pop(0)  # C" loop="while queue:"/>' \
		"$scratch/drain.db")
	is "a script is known by its first line, too" \
		"$(cat "$scratch/out") $((got > 0))" "199990000 1"
else
	open_case "a script is measured"
	skip "needs CPython 3.11 to 3.13 on x86-64"
	for name in "each function has the line that takes most" "it is the first place" \
		"a script is known by its first line, too" \
		"the list that loses its first element gets a deque"; do
		open_case "$name"
		skip "needs CPython 3.11 to 3.13 on x86-64"
	done
fi
# what a loop loads of what it stored, and how many iterations before
${CC:-cc} -O1 -g -o "$scratch/flows" tests/simulator/memory/flows.c
got=
for k in 0 1 2 3; do
	timeout $hang "$build/perfexpert-run" -q -f -n 1 -c simulate --effort full \
		-o "$scratch/flows.db" "$scratch/flows" $k >"$scratch/out" 2>"$scratch/err"
	got+=$(sed -n 's/.*access="load" file="[^"]*flows\.c" line="\([0-9]*\)".* flow="\([0-9.]*\)" distance="\([0-9.]*\)".*/\1 \2 \3/p' \
		"$scratch/flows.db" | awk '{ print $1, ($2 > 0.5), ($3 < 1000 ? int($3 + 0.5) : int($3 / 100 + 0.5) "00") }')\;
done
is "loads of what a loop stored, and from how far" "$got" "$(awk '
	/field.i - 1/ { above = FNR }
	/field.i..j - 4/ { behind = FNR }
	/\* field.i..j.;/ { in_place = FNR }
	END { print above " 1 499;" behind " 1 3;;" in_place " 1 20000;" }' tests/simulator/memory/flows.c)"
# and what the numbers are that it loads
${CC:-cc} -O1 -g -o "$scratch/values" tests/simulator/memory/values.c
timeout $hang "$build/perfexpert-run" -q -f -n 1 -c simulate --effort full \
	-o "$scratch/values.db" "$scratch/values" 40 >"$scratch/out" 2>"$scratch/err"
is "numbers of which some are subnormal or zero, and whole ones" "$(sed -n \
	's/.*access="load" file="[^"]*values\.c" line="\([0-9]*\)" .*stride="\([48]\)"/\1 & /p' \
	"$scratch/values.db" | awk '{ print $1, / subnormal="0.[2-5]/ + 0, / zeros="0.2/ + 0 }' |
	sort -u | xargs)" "$(awk '
	/sum \+= single/ { printf "%d 1 1 ", FNR }
	/sum \+= half/ { printf "%d 1 0 ", FNR }
	/sum \+= whole/ { printf "%d 0 0\n", FNR }' tests/simulator/memory/values.c)"
# branches that only keep from what reports a failed assertion: three checks, one
# of them of two conditions each
${CC:-cc} -O2 -g -o "$scratch/asserts" knowledge/examples/drop-assertions/before.c
timeout $hang "$build/perfexpert-run" -q -f -n 1 -c simulate --effort full \
	-o "$scratch/asserts.db" "$scratch/asserts" 20 >"$scratch/out" 2>"$scratch/err"
is "branches of assertions, and others" "$(sed -n \
	's/.*fact="branch".*before\.c" line="\([0-9]*\)".*/\1 & /p' "$scratch/asserts.db" |
	awk '{ print $1, / asserts="yes"/ + 0 }' | sort -u | grep -x "$(awk '
		/assert\(i >= 0/ { printf "%s%d 1", n++ ? "\\|" : "", FNR }
		/int j = 1/ { printf "%s%d 0", n++ ? "\\|" : "", FNR }' \
	knowledge/examples/drop-assertions/before.c)" | wc -l)" 2
summary
