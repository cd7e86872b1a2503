# Slices: what is told while the program runs, and where it is ended.
# shellcheck shell=bash disable=SC2154

# It never ends by itself. Its last slice has what was counted of it.
printf '1 0 ffffffff %s\n' "$dir"/{endless,halves} >"$dir/watch"
steered() {
	: >"$dir/slices"
	printf %s "$1" >"$dir/control"
	sim --watch="$dir/watch" --slices="$dir/slices" \
		--control="$dir/control" "$dir/endless"
	echo "$? $(ends)"
}
is "told to stop: status, end" "$(steered s)" "124 enough 0 "
is "it was told in the first slice" "$(grep -c ^slice "$dir/slices")" 1
told=$(sed -n 's/^s 1 ex=\([0-9]*\) .*/\1/p' "$dir/slices")
# from there it goes on until the instruction that it is to end before
counted=$(get "$dir"/out.* exec endless)
[ "$told" -le "$counted" ] && [ $((counted - told)) -lt $((told / 20)) ] &&
	ok "a slice has what was counted: $told of $counted" ||
	not_ok "a slice has $told, counted were $counted"
fp=$(sed -n 's/.* fp:\([0-9]*\):.*/\1/p' "$dir/slices")
fp_counted=$(get "$dir"/out.* fadd endless)
[ $((fp * counted / told - fp_counted)) -ge $((-fp_counted / 1000)) ] &&
	[ $((fp * counted / told - fp_counted)) -le $((fp_counted / 1000)) ] &&
	ok "and of FP: $fp of $fp_counted" ||
	not_ok "a slice has $fp of FP, counted were $fp_counted"
cut -d ' ' -f 3- "$dir/slices" | sed 's/^1 .*//' >"$dir/slices.1"
steered s >/dev/null
cut -d ' ' -f 3- "$dir/slices" | sed 's/^1 .*//' | cmp -s - "$dir/slices.1" &&
	ok "the same program has the same slices" ||
	not_ok "slices differ: $(cat "$dir/slices" "$dir/slices.1")"

# A string is as long as its lines: a slice of long ones ends, too (here of 61 of 4096).
: >"$dir/slices"
printf s >"$dir/control"
sim --watch="$dir/watch" --slices="$dir/slices" --control="$dir/control" \
	--slice=1000000 "$dir/endless" strings
stores=$(sed -n 's/^s 1 .* st=\([0-9]*\) .*/\1/p' "$dir/slices" | head -n 1)
[ "${stores:-0}" -gt 1000 ] && [ "$stores" -lt 20000000 ] &&
	ok "a slice of strings: $stores stores" ||
	not_ok "a slice of strings has ${stores:-no} stores"

# Ranks end together: one that has, says so and waits to be ended, its counts
# written.
: >"$dir/slices"
printf s >"$dir/control"
sim --watch="$dir/watch" --slices="$dir/slices" --control="$dir/control" \
	--together=yes "$dir/endless" &
waiting=$!
for ((i = 0; i < 600; i++)); do
	grep -q '^ended [0-9]*$' "$dir/slices" && break
	sleep 0.1
done
is "one of several has ended" "$(grep -c '^ended [0-9]*$' "$dir/slices") $(ends)" "1 enough 0 "
kill -0 $waiting
is "and waits" $? 0
printf g >"$dir/control"
wait $waiting
is "until it may end" $? 124

# It ends where a turn begins or ends, and says that turns are alike.
: >"$dir/slices"
printf s >"$dir/control"
rm -f "$dir"/out.*
sim --watch="$dir/watch" --slices="$dir/slices" --control="$dir/control" \
	"$dir/endless" turns
is "told to stop: ends" "$(ends)" "enough 0 "
is "just before one instruction" "$(grep -c '^i .* en=' "$dir"/out.*)" 1
periods=$(sed -n 's/^i .* en=\([0-9]*\):0 .*/\1/p; s/^i .* en=\([0-9]*\):0$/\1/p' "$dir"/out.*)
[ "${periods:-0}" -ge 2 ] && ok "turns are alike" ||
	not_ok "turns differ: $(grep ' en=' "$dir"/out.*)"
works=$(sed -n 's/^i .* tw=[0-9]*:\([0-9:]*\).*/\1/p' "$dir"/out.* | tr : '\n')
is "and what was done in each" "$(echo "$works" | wc -l) $(echo "$works" | sort -u | wc -l)" "$periods 1"
is "with whole turns" $(($(get "$dir"/out.* fadd endless) % (24 * 4096))) 0

# It does not end before what came some thousand times, where there is something
# that comes less often, if rarely: here one was just looked for, and none came
# since. Each slice takes a letter of the pipe.
# lettered N LETTER... -- OPTION... PROGRAM...: N slices take the letter, and so on
lettered() {
	: >"$dir/slices"
	rm -f "$dir"/letters "$dir"/out.*
	mkfifo "$dir/letters"
	exec 8<>"$dir/letters"
	while [ "$1" != -- ]; do
		head -c "$1" /dev/zero | tr '\0' "$2"
		shift 2
	done >&8
	sim --watch="$dir/watch" --slices="$dir/slices" \
		--control="$dir/letters" "${@:2}"
	exec 8<&-
}
# stopped AFTER HOW [OPTION]..: how often what it ended before was executed
stopped() {
	lettered "$1" g 1 s 400 g -- "${@:3}" "$dir/endless" "$2"
	sed -n 's/^i [0-9a-f]* [0-9]* ex=\([0-9]*\) .*en=.*/\1/p' "$dir"/out.*
}
for stop in 30 38; do
	ended=$(stopped $stop nested)
	[ "${ended:-9999}" -lt 100 ] && ok "ends with a long turn, the $ended." ||
		not_ok "ends before what came $ended times"
done

# What was mostly done at the start tells little: natively the start may do
# otherwise (addresses of memory, in python).
ended=$(stopped 38 begin --clock-mhz=1000)
[ "${ended:-0}" -gt 1000 ] && ok "ends before what goes on, the $ended. time" ||
	not_ok "ends before what came $ended times, most of them at the start"

# What is passed over has its exact counts; of misses nothing is known.
# passed CONTROL: the sums, but for misses
exactly="ex ld st if bc bt bi ju ca re"
passed() {
	: >"$dir/slices"
	printf %s "$1" >"$dir/control"
	rm -f "$dir"/out.*
	sim --watch="$dir/watch" --slices="$dir/slices" \
		--control="$dir/control" "$dir/exact"
	for key in $exactly; do
		sed -n "s/^total .*\( $key=[0-9]*\).*/\1/p" "$dir"/out.* |
			tr -d '\n'
	done
}
want=$(passed g)
is "passed over: exact counts" "$(passed l)" "$want"
is "no misses" "$(sed -n 's/^total .*\( r1=[0-9]*\).*/\1/p' "$dir"/out.*)" \
	" r1=0"
is "nothing was watched" "$(grep -c '^i .* wx=[1-9]' "$dir"/out.*)" 0

# What is passed over of a program of much code (a compiler has a million
# instructions) is not told of so often that telling takes most of the time: not
# each time that a thread is stopped, some hundred times here.
{
	echo '#define D(x) x x x x'
	echo 'volatile unsigned x;'
	for ((i = 0; i < 2000; i++)); do
		echo "static void f$i(void) { D(D(x = x * 3 + 1;)) }"
	done
	echo 'int main(void) { for (int i = 0; i < 2500; i++) {'
	for ((i = 0; i < 2000; i++)); do
		echo "f$i();"
	done
	echo '} return 0; }'
} >"$dir/much.c"
"${CC:-gcc}" -O0 -o "$dir/much" "$dir/much.c" || exit 1
echo "1 0 ffffffff $dir/much" >"$dir/watch"
printf l >"$dir/control"
: >"$dir/slices"
sim --watch="$dir/watch" --slices="$dir/slices" --slice=10000 \
	--control="$dir/control" "$dir/much"
n=$(grep -c '^slice .* l$' "$dir/slices")
[ "$n" -ge 4 ] && [ "$n" -le 30 ] && ok "much code: $n slices" ||
	not_ok "much code: $n slices, of 4 to 30"

# Half of the program is passed over: what is seen stands for as much.
printf '1 0 ffffffff %s\n' "$dir"/{endless,halves} >"$dir/watch"
: >"$dir/slices"
printf g >"$dir/control"
rm -f "$dir"/out.*
sim --watch="$dir/watch" --slices="$dir/slices" --control="$dir/control" \
	"$dir/endless" &
pid=$!
for mode in l g s; do
	n=$(grep -c ^slice "$dir/slices")
	while [ $(($(grep -c ^slice "$dir/slices") - n)) -lt 4 ] &&
		kill -0 $pid 2>/dev/null; do
		sleep 0.05
	done
	printf %s $mode >"$dir/control"
done
wait $pid
is "watched, passed over, warmed up, watched" \
	"$(sed -n 's/^slice .* //p' "$dir/slices" | uniq | tr -d '\n')" glwg
"$check" "$dir"/out.* >/dev/null && ok "its output is read" ||
	not_ok "its output is not read"

# Told to stop it goes on to where that can be found, but not when told "now".
declare -A found=()
for mode in s n; do
	printf %s $mode >"$dir/control"
	rm -f "$dir"/out.*
	sim --watch="$dir/watch" --slices="$dir/slices" \
		--control="$dir/control" "$dir/endless"
	found[$mode]=$(grep -c ' en=' "$dir"/out.*)
done
is "where it ends: told s, and n" "${found[s]} ${found[n]}" "1 0"

# rarely NUMBER LETTER...: visits code that is executed rarely. Was enough of it
# watched at times, and how much of that was fetched from memory?
rarely() {
	local rare at rest executed watched seen=0 missed=0

	lettered "$@" -- --slice=1000000 "$dir/endless" visits
	rare=$(nm "$dir/endless" | sed -n 's/ . rare$//p')
	while read -r _ at _ rest; do
		((16#$at >= 16#$rare && 16#$at < 16#$rare + 8192)) || continue
		executed=${rest#*ex=} watched=${rest#*wx=}
		executed=${executed%% *} watched=${watched%% *}
		((watched > 0 && watched < executed)) || continue
		seen=$((seen + 1))
		case " $rest " in *" i3="*) missed=$((missed + 1)) ;; esac
	done < <(grep '^i ' "$dir"/out.*)
	echo $((seen > 10)) $missed
}

if [ "$plat" = amd64-linux ]; then
	is "code that was passed over is in the last cache: watched, from memory" \
		"$(rarely 80 l 60 g 400 s)" "1 0"
	is "fetched for the first time when it was watched, and passed over then" \
		"$(rarely 60 g 80 l 400 s)" "1 0"
fi

# The account is that of the run, not mostly of the first window, which is the longest
# one: the second half of the run, of which little is watched, waits for memory.
model_of zen3 "$dir/model" 3e9
# waits N LETTER...: ticks that an instruction waits for memory
waits() {
	lettered "$@" -- --slice=1000000 --model="$dir/model" "$dir/halves" >&2
	awk '$1 == "i" { for (k = 4; k <= NF; k++) {
		split($k, part, "=")
		if (part[1] == "ml") waits += part[2]
		if (part[1] == "mn") n += part[2] } } END { printf "%.0f\n", 100 * waits / n }' \
		"$dir"/out.*
}
all=$(waits 400 g)
part=$(waits 40 g 8 l 5 g 400 l)
[ "$all" -gt 0 ] && [ $((10 * part / all)) -ge 7 ] && [ $((10 * part / all)) -le 13 ] &&
	ok "half of the run waits for memory: $part of $all, by a small window of it" ||
	not_ok "of $all a part has $part"
is "and adds up" "$(adds_up "$dir"/out.*)" "1 1 1"
