#!/bin/bash
# Every process that a program starts is measured, or it is said which was not and
# how much of the time is its own; and none of them notices.
#
#	tests/processes.sh [PART]...	events, outlives, shut,
#					gone, others, forest
#
# TREES=N SEED=S: so many random trees from that seed on (make stress)
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
	ends_with 0 "${@:3}" "$run" -e full -n 1 -o app.db "$tree" "$way" &&
		says "wrote 'app.db'; next:" && has_events work $((4 * steps)) &&
		has_events own $((2 * steps)) &&
		if grep -q "events are missing" app.db; then bad "misses" app.db; else ok; fi
}

# nameless WAY HOW [COMMAND..]: the same, of code that has no file any more
nameless() {
	local way=$1 all

	begin "$2"
	ends_with 0 "${@:3}" "$run" -e full -n 1 -o app.db "$tree" "$way" &&
		says "wrote 'app.db'; next:" && has_events work $((2 * steps)) || return
	all=$(event app.db . FP_INS)
	if [ "${all%??????}" = $((6 * steps / 1000000)) ]; then ok
	else bad "$all FP operations in all" ../err; fi
}

# partly WAY HOW [COMMAND..]: one of them has none
partly() {
	local way=$1

	begin "$2"
	ends_with 4 "${@:3}" "$run" -e full -n 1 -o app.db "$tree" "$way" &&
		says "1 process of 'tree' [(][1-9][0-9]? % of the time[)] ended differently" &&
		has_events work - && has_events own $((2 * steps)) && ok
}

# A process that goes on when its parent has ended is waited for, not long.
outlives() {
	begin "a process that ends after its parent, or later"
	ends_with 0 "$run" -e full -n 1 -o app.db "$tree" daemon || return
	if grep -q "1 process of the program (&#39;tree&#39;) continued" app.db ||
		has_events work $((2 * steps)); then ok; fi
	whole late "a process that ends after its parent in the simulator only"
	begin "a process that goes on"
	ends_with 0 "$run" -e full -n 1 -o app.db "$tree" server &&
		if grep -q "1 process of the program (&#39;tree&#39;) continued" app.db
		then ok; else bad "nothing of it is said" app.db; fi
	begin "a process that goes on to work"
	ends_with 4 "$run" -e full -n 1 -o app.db "$tree" worker &&
		says "1 process of 'tree' [(][1-9][0-9]* % of the time[)] continued" &&
		has_events work - && ok
}

events() {
	both_ways "a child" whole fork
	both_ways "a child that executes /proc/self/exe" whole exe
	both_ways "a child that executes a file in memory" nameless memory
	both_ways "a child that is killed in the simulator only" partly dies
	both_ways "a child that fails in the simulator only" partly fails
}

# What it gives up first is not what we need for its counts.
gives_up() {
	local how=$1 way=$2 processes=1

	begin "$how"
	[ "$way" != users ] || processes=8
	ends_with 0 "${@:3}" "$run" -e full -n 1 -o app.db "$scratch/bin/shut" "$way" &&
		says "wrote 'app.db'; next:" &&
		has_events work $((2 * processes * steps)) &&
		if [ "$(event app.db work TOT_CYC)" != - ]; then ok
		else bad "no time" ../err; fi
}

# Those that become another user execute programs there, and Valgrind has files in
# TMPDIR while it runs
for_everybody() {
	chmod 711 "$scratch" "$scratch/bin"
	chmod 1777 "$TMPDIR"
}

# Beyond the root folder, too, a part is watched.
watched() {
	begin "$1"
	ends_with 0 "$run" -v -e low -n 1 -o app.db "$scratch/bin/shut" "$2" &&
		grep -q "the simulated run took" ../err &&
		if grep -q " 0.0 in detail" ../err; then bad "not watched" ../err
		else ok; fi
}

# both HOW WAY: with either clock
both() {
	gives_up "$@"
	gives_up "$1, perf_event_open refused" "$2" "$refuse" perf_event_open
}

shut() {
	make_ shut || exit 1
	if ! "$refuse" perf_event_open true; then
		begin "what programs give up"
		skip "filters of system calls can't be installed here"
		return
	fi
	both "a program that may open no file" files
	both "a program that can't be looked into" dump
	both "a program that may write no files" sizes
	gives_up "a program that limits its address space" memory
	[ "$(id -u)" = 0 ] || return
	for_everybody
	both "another user's program" user
	both "another user's program that executes one" "user who executes"
	gives_up "several processes of another user" users
	if unshare -mp true 2>/dev/null; then
		gives_up "a program with a /proc of its own" namespace
	else
		skip "namespaces can't be made here"
	fi
	both "a program in another root folder" root
	watched "a part of a program in another root folder" root
}

# keeps_names HOW COMMAND..: what is deleted while it runs has counts and lines
keeps_names() {
	begin "$1"
	ends_with 0 "${@:2}" && says "wrote 'app.db'; next:" &&
		has_events vanished $((4 * steps)) &&
		if grep -q 'file="[^"]*gone.c"' app.db; then ok
		else bad "no lines" app.db; fi
}

# Both clocks find files in their own way.
gone() {
	local program=$scratch/bin/gone library=$scratch/bin/gone.so

	make_ gone -DLIBRARY -shared -fPIC && mv "$program" "$library" &&
		make_ gone -ldl || exit 1
	keeps_names "an executed file that is deleted" \
		"$run" -e full -n 1 -o app.db "$program" program
	keeps_names "a library that is deleted, in two runs" \
		"$run" -e full -n 2 -o app.db "$program" library "$library"
	if "$refuse" perf_event_open true; then
		keeps_names "a library that is deleted, perf_event_open refused" \
			"$refuse" perf_event_open \
			"$run" -e full -n 1 -o app.db "$program" library "$library"
	else
		skip "filters of system calls can't be installed here"
	fi
	begin "a program that deletes itself"
	cp "$program" ./a:copy
	ends_with 4 "$run" -e full -n 1 -o app.db ./a:copy program &&
		says "'a:copy' was gone after the native run" && ok
	cp "$program" "$scratch/bin/a:copy"
	keeps_names "a program that deletes itself and is put back" "$run" -e full -n 1 \
		--prepare "cp $program $scratch/bin/a:copy" -o app.db \
		"$scratch/bin/a:copy" program
}

# same STATUS HOW COMMAND...: prints and exits as it does without us, in each run
same() {
	local want=$1 wanted

	begin "$2"
	shift 2
	wanted=$("$@" 2>&1)
	[ $? = "$want" ] || bad "exits otherwise alone"
	timeout -k 5 $hang "$run" -q -f -n 1 -o app.db "$@" >../out 2>../err </dev/null
	if [ "$(head -n "$(echo "$wanted" | wc -l)" ../out)" != "$wanted" ]; then
		bad "another output" ../out
	elif grep -qE "cannot be preloaded|does not come first|relocating" ../out ../err; then
		bad "it is in the way" ../err
	else
		ok
	fi
}

# What can't load a library of ours is not told to.
others() {
	local musl sanitized

	musl=$(command -v musl-gcc)
	sanitized=$scratch/bin/sanitized
	make_ starts && make_ plain -static && mv "$scratch/bin/plain" "$scratch/bin/static"
	same 7 "a static program" "$scratch/bin/static"
	if make_ plain -fsanitize=address 2>/dev/null; then
		mv "$scratch/bin/plain" "$sanitized"
		same 7 "a program with AddressSanitizer" "$sanitized"
		same 0 "a program that starts such" "$scratch/bin/starts" "$sanitized"
	else
		begin "AddressSanitizer"
		skip "not installed"
	fi
	if [ -z "$musl" ]; then
		begin "another C library"
		skip "no musl-gcc"
	elif CC=$musl make_ plain; then
		same 7 "a program of another C library" "$scratch/bin/plain"
		same 0 "a program that starts such ones" "$scratch/bin/starts" \
			"$scratch/bin/plain"
		printf '#!/bin/sh\n"%s"\n' "$scratch/bin/plain" >"$scratch/bin/script"
		chmod +x "$scratch/bin/script"
		same 7 "a script that starts such a one" "$scratch/bin/script"
		same 0 "a program that starts such scripts" "$scratch/bin/starts" \
			"$scratch/bin/script"
	else
		begin "another C library"
		bad "does not build"
	fi
}

# did FILE: FP operations and steps of each procedure of a forest, from its words
did() {
	awk '$2 == "did" { for (i = 3; i < 7; i++) n[i] += $i }
		END { for (i = 3; i < 7; i++) printf "%.0f ", 2 * n[i] }' "$1"
}

# same_words: those of each run, whatever their order was
same_words() {
	local runs

	runs=$(($(wc -l <../words) / $(wc -l <../alone)))
	[ $runs -ge 2 ] && for ((; runs > 0; runs--)); do cat ../alone; done |
		sort | cmp -s - <(sort ../words) && return
	bad "other words than alone" <(diff <(sort -u ../alone) <(sort -u ../words))
	return 1
}

# whole_or_said: each procedure has the counts of all processes, and a time where
# it worked for some; what is missing is said
whole_or_said() {
	local name want has time

	for name in work_a work_b work_c work_d; do
		read -r want rest <<<"$rest"
		read -r has time <<<"$(event app.db $name FP_INS TOT_CYC)"
		[ "$time" = - ] || cycles[$name]=$((${cycles[$name]:-0} + time))
		counts[$name]=$((${counts[$name]:-0} + want))
		[ "${has/-/0}" = "$want" ] || missing+=" $name has $has of $want operations"
		[ "$time" != - ] || [ "$want" -lt 20000000 ] || missing+=" $name has no time"
	done
	[ -z "$missing" ] && return
	if grep -qE 'note text="(events are missing|[^"]* continued)' app.db; then
		partial=$((partial + 1))
	else
		bad "nothing is said:$missing" ../err
		return 1
	fi
}

# tree SEED: as it is alone, with either clock by turns
tree() {
	local clock=() rest missing='' name status

	begin "a random tree of processes ($1)"
	[ $(($1 % 2)) = 0 ] || clock=("$refuse" perf_event_open)
	"$scratch/bin/forest" "$1" >../alone 2>/dev/null </dev/null
	status=$?
	timeout -k 5 $hang "${clock[@]}" "$run" -a -e full -n 1 -o app.db \
		"$scratch/bin/forest" "$1" >../words 2>../err </dev/null
	if [ $? != $((status ? 4 : 0)) ] &&
		! grep -q 'note text="events are missing' app.db 2>/dev/null; then
		bad "another status than alone ($status)" ../err
		return
	fi
	rest=$(did ../alone)
	same_words && valid app.db && whole_or_said && ok
}

forest() {
	local seed seeds=(35 36 40 5002) partial=0 name
	declare -A cycles=() counts=()

	make_ forest -pthread || exit 1
	for_everybody
	if ! "$refuse" perf_event_open true; then
		skip_rest "filters of system calls can't be installed here"
	fi
	[ -z "${TREES:-}" ] ||
		mapfile -t seeds < <(seq "${SEED:-1}" $((${SEED:-1} + TREES - 1)))
	for seed in "${seeds[@]}"; do
		tree "$seed"
	done
	if [ -z "${TREES:-}" ]; then
		open_case "all of these random trees are counted"
		[ $partial = 0 ] && ok
		return
	fi
	echo "$partial of $TREES are partly counted, and say so; cycles a step:"
	for name in "${!cycles[@]}"; do
		echo "	$name $((2 * ${cycles[$name]} * 100 / ${counts[$name]})) / 100"
	done
}

run_parts events outlives shut gone others forest -- "$@"
summary
