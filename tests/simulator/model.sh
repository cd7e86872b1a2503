# The timing model.
# shellcheck shell=bash disable=SC2154

# It only looks on: what is counted stays the same. Its parts are checked to
# add up where the file is read.
sim "$dir/misses"
counts() { "$check" "$1" | grep -vE '^(modelled|model_|values )'; }
counts "$dir"/out.* >"$dir/without"
for machine in zen3 generic_x86_64; do
	model_of $machine "$dir/model" 3e9 ||
		not_ok "no model of $machine"
	sim --model="$dir/model" "$dir/misses"
	is "with the model of $machine it ends" "$? $(ends)" "0 exit 0 "
	set -- "$dir"/out.*
	counts "$1" | cmp -s - "$dir/without" &&
		ok "the model of $machine changes no count" ||
		not_ok "the model of $machine changes a count"
	[ "$(get "$1" modelled)" -gt 10000 ] && ok "bursts of $machine" ||
		not_ok "no bursts of $machine: $(get "$1" modelled)"
done

# With others in L3 its misses stay what they are, but the model has more of
# memory: here nothing else than a line for each of theirs ever stays.
parts() { # FILE CAUSE: ticks charged to it
	awk -v cause="$2" '$1 == "i" { for (k = 4; k <= NF; k++) {
		split($k, part, "=")
		if (part[1] == cause) t += part[2] } } END { printf "%.0f\n", t }' "$1"
}
memory=() l3=()
for others in 0 0.01; do
	sed -i "s/^l3_others .*/l3_others $others/" "$dir/model"
	sim --model="$dir/model" "$dir/misses"
	counts "$dir"/out.* | cmp -s - "$dir/without" &&
		ok "others in L3 ($others) change no count" ||
		not_ok "others in L3 ($others) change a count"
	is "and the account adds up" "$(adds_up "$dir"/out.*)" "1 1 1"
	memory+=("$(parts "$dir"/out.* ml)") l3+=("$(parts "$dir"/out.* m3)")
done
sed -i "s/^l3_others .*/l3_others 0/" "$dir/model"
is "others leave more to memory, less to L3: ${memory[*]}, ${l3[*]}" \
	"$((memory[1] > memory[0])) $((l3[1] < l3[0] || l3[0] == 0))" "1 1"

# Others bring a quarter of what L3 holds between two visits to a line: nearly
# all stay, as what was used lately does. Any of them pushed out: a fifth. Were the
# time that the others cost taken for the program's, what is lost would stay lost.
model_of zen4 "$dir/zen4" 3e9
sed -i "s/^l3_others .*/l3_others 12.5/; s/^l3_latency .*/l3_latency 50/
	s/^memory_latency .*/memory_latency 500/" "$dir/zen4"
sim --model="$dir/zen4" --L1D=32768,8,64 --L2=1048576,8,64 \
	--L3=33554432,16,64 "$dir/levels" kept
set -- "$(parts "$dir"/out.* ml)" "$(parts "$dir"/out.* m3)"
is "what was used lately stays in L3: memory $1, L3 $2" "$(($1 < $2))" 1

# Cycles for each line that misses a level (l1d_ld, l3d_ld) in a mode of levels,
# with one number of the model set first.
for_a_line() { # NUMBER VALUE COUNT MODE [ARGUMENT]
	sed -i "s/^$1 .*/$1 $2/" "$dir/zen4"
	sim --model="$dir/zen4" --L1D=32768,8,64 --L2=1048576,8,64 \
		--L3=33554432,16,64 "$dir/levels" "${@:4}"
	# shellcheck disable=SC2046
	"$check" "$dir"/out.* levels $(function_of "$dir/levels" "$4") |
		awk -v count="$3" '/^model_/ { ticks += $2 } $1 == count { lines = $2 }
			$1 == "modelled" { all = $2 } $1 == "exec" { n = $2 }
			END { printf "%.0f", ticks / 240 * n / all / lines }'
}
sed -i "s/^l3_others .*/l3_others 0/" "$dir/zen4"

# Lines that loads ask for come no more quickly than the host was measured to give
# them, however many are on their way.
apart=("$(for_a_line memory_random 0 l3d_ld any 1)"
	"$(for_a_line memory_random 40 l3d_ld any 1)")
is "any line from memory: ${apart[*]} cycles" \
	"$((apart[0] < 32)) $((apart[1] >= 38 && apart[1] <= 46))" "1 1"
sed -i "s/^memory_random .*/memory_random 0/" "$dir/zen4"

# A line from beyond L2 may hold up its set of L1 for longer than one from L2.
apart=("$(for_a_line l1_set_far 0 l1d_ld column)"
	"$(for_a_line l1_set_far 42 l1d_ld column)")
is "lines of one set of L1 from L3: ${apart[*]} cycles" \
	"$((apart[0] <= 20)) $((apart[1] >= 42 && apart[1] <= 63))" "1 1"
# ... but not where rows of lines are fetched ahead.
is "rows of one set of L1 from L3" \
	"$(($(for_a_line l1_set_far 42 l1d_ld rows) <= 5))" 1
sed -i "s/^l1_set_far .*/l1_set_far 0/" "$dir/zen4"

# Rows side by side, as many as are followed, come as the path from memory carries
# their lines (7 cycles each): no burst waits for what was fetched before it, nor for
# lines that it never reads, and none comes for nothing. Written ones take the path
# again.
model_of zen4 "$dir/path" 3e9
sed -i "s/^l3_others .*/l3_others 0/; s/^memory_random .*/memory_random 0/
	s/^memory_latency .*/memory_latency 500/; s/^memory_line .*/memory_line 7/" \
	"$dir/path"
for rows in 2 8 16; do
	${CC:-cc} -O1 -g -DROWS=$rows -o "$dir/streams" $src/memory/streams.c ||
		not_ok "streams do not build"
	sim --model="$dir/path" --L1D=32768,8,64 --L2=1048576,8,64 \
		--L3=4194304,16,64 "$dir/streams"
	for how in forward backward written; do
		# shellcheck disable=SC2046
		apart=$("$check" "$dir"/out.* streams $(function_of "$dir/streams" $how) |
			awk '/^model_/ { ticks += $2 } $1 == "modelled" { all = $2 }
				$1 == "exec" { n = $2 }
				END { printf "%.0f", ticks / 240 * n / all / 524288 }')
		is "$rows rows of lines from memory, $how: $apart cycles" \
			"$((apart >= 6 && apart <= 13))" 1
	done
done

# Loads that wait for lines are bounded, however few the lines are.
apart=("$(for_a_line waiting_loads 0 l3d_ld any 8)"
	"$(for_a_line waiting_loads 24 l3d_ld any 8)")
is "eight numbers of any line from memory: ${apart[*]} cycles" \
	"$((10 * apart[1] >= 14 * apart[0]))" 1
sed -i "s/^waiting_loads .*/waiting_loads 0/" "$dir/zen4"

# Loops that were measured on a Zen 4, in cycles an iteration.
cycles() { # NAME INSTRUCTIONS LEAST MOST [PROGRAM]
	local got program=${5:-loops}
	# shellcheck disable=SC2046
	got=$("$check" "$dir"/out.* $program $(function_of "$dir/$program" "$1") |
		awk -v n="$2" '/^model_/ { ticks += $2 } $1 == "modelled" { all = $2 }
			END { printf "%.0f", all ? 100 * n * ticks / 240 / all : 0 }')
	if [ "$got" -ge "$3" ] && [ "$got" -le "$4" ]; then
		ok "$1: $got hundredths of a cycle, $3 to $4"
	else
		not_ok "$1: $got hundredths of a cycle, wanted $3 to $4"
	fi
}
# Calls from the program into a library lose what branches to far targets do,
# calls within it nothing.
${CC:-cc} -O1 -g -o "$dir/far" $src/timing/far.c || not_ok "far does not build"
model_of zen4 "$dir/far.model" 3e9
for where in near far; do
	costs=()
	for far in 0 40; do
		sed -i "s/^branch_far .*/branch_far $far/" "$dir/far.model"
		sim --model="$dir/far.model" "$dir/far" $where
		costs+=("$("$check" "$dir"/out.* | awk '/^model_/ { ticks += $2 }
			$1 == "modelled" { all = $2 } $1 == "exec" { n = $2 }
			END { printf "%.0f", ticks / 240 * n / all / 200000 }')")
	done
	[ $where = near ] && wanted="1 1" || wanted="0 1"
	is "calls that are $where: ${costs[*]} cycles" \
		"$((costs[1] - costs[0] <= 4)) $((costs[1] - costs[0] <= 44))" "$wanted"
done

# What most of a function's cycles are charged to
cause() { # PROGRAM FUNCTION
	# shellcheck disable=SC2046
	"$check" "$dir"/out.* "$1" $(function_of "$dir/$1" "$2") |
		awk '/^model_/ && $2 > most { most = $2; name = substr($1, 7) }
			END { print name }'
}

# What is charged is what it depends on: with latencies halved a loop takes less by
# half of what was charged to them, of what is not useful work, to a fifth of it.
${CC:-cc} -O1 -g -o "$dir/shares" $src/timing/shares.c || not_ok "shares do not build"
takes() { # FILE FUNCTION [CAUSE...]: thousandths of a cycle for each instruction
	# shellcheck disable=SC2046
	"$check" "$1" shares $(function_of "$dir/shares" "$2") |
		awk -v causes=" ${*:3} " '/^model_/ && (causes == "  " ||
			index(causes, " " substr($1, 7) " ")) { ticks += $2 }
			$1 == "modelled" { all = $2 }
			END { printf "%.0f", all ? 1000 * ticks / 240 / all : 0 }'
}
perturb() { # NAME CLASSES CAUSE...: what is halved, what is charged for it
	local f took saved charged idle
	awk -v halved="^($2)$" '$1 ~ halved { $2 /= 2 } 1' "$dir/whole" \
		>"$dir/halved"
	sim --model="$dir/halved" "$dir/shares"
	for f in generator sums stored pointers products; do
		took=$(takes "$dir/shares.out" $f)
		idle=$((took - $(takes "$dir/shares.out" $f useful)))
		charged=$(takes "$dir/shares.out" $f "${@:3}")
		saved=$((took - $(takes "$dir"/out.* $f)))
		is "half the latency of $1 saves $f what is charged to it: \
$saved of $took, $charged of $idle" \
			"$(awk -v saved=$((2 * saved)) -v took="$took" \
				-v charged="$charged" -v idle="$idle" 'BEGIN {
					apart = saved / took - charged / idle
					print (idle > 0 && apart * apart <= 0.04) }')" 1
	done
}
model_of zen4 "$dir/whole" 3e9
sim --model="$dir/whole" "$dir/shares"
mv "$dir"/out.* "$dir/shares.out"
perturb integers "int|int_shift|int_select|int_address|int_mul" \
	chain_integer chain_address
perturb numbers "fp_.*" chain_fp
perturb L1 "load|load_vec|load_wide|store_forward" l1

if [ "$(uname -m)" = x86_64 ]; then
	fma=$(grep -qw fma /proc/cpuinfo && echo -mfma)
	# shellcheck disable=SC2086
	${CC:-cc} -O1 -g $fma -o "$dir/loops" $src/timing/loops.c || not_ok "loops do not build"
	model_of zen4 "$dir/zen4" 3e9
	sim --model="$dir/zen4" "$dir/loops"
	cycles select_greater 6 380 420
	cycles store_and_load 5 95 120
	cycles store_and_load_byte 5 600 950
	is "a word waits for the byte of it that was stored" \
		"$(cause loops store_byte_load_word)" stored_in_part
	is "but not for an atomic update of a part of it" \
		"$(cause loops lock_part_load_word | grep -cx stored_in_part)" 0
	cycles store_line 6 190 220
	cycles store_lines 6 380 420
	cycles load_and_store 8 190 220
	cycles extended_load 3 490 520
	cycles divide_wide 7 1380 1450
	if [ "$fma" ]; then
		cycles fused 4 90 120
	else
		skip "no FMA here: its loads"
	fi
	cycles divides_in_rows 12 2300 2800
	cycles set_part 5 190 220
	cycles load_parts 6 390 430
	cycles compare_vectors 10 390 500
	cycles shifts 10 390 420
	cycles vector_shifts 6 190 220
	cycles carries 6 390 420
	cycles bit_tests 8 150 220
	cycles three_parts 3 190 220
	cycles two_parts 3 95 110
	cycles multiply_vectors 4 560 620
	cycles two_registers 3 390 420
	cycles split_stores 6 760 820
	cycles split_loads 6 390 420
	cycles short_string 6 1300 1600
	cycles long_string 6 5400 6800
	cycles indexed_load 3 490 520
	cycles stack_sum 3 690 720
	cycles stack_sums 7 690 800
	cycles stack_copy 5 850 950
	# and on a Zen 5
	${CC:-cc} -O1 -g -o "$dir/zen5loops" $src/timing/zen5.c || not_ok "zen5 does not build"
	model_of zen5 "$dir/zen5" 4e9
	sim --model="$dir/zen5" "$dir/zen5loops"
	cycles sums 5 590 610 zen5loops
	cycles sums_and_product 5 790 810 zen5loops
	cycles vector_chain 4 390 410 zen5loops
	cycles numbers 11 160 190 zen5loops
	cycles select_greater 6 590 620 zen5loops
	cycles select_sign 6 390 420 zen5loops
	cycles control 20 2250 2450 zen5loops
	cycles control_chain 12 2380 2500 zen5loops
	cycles few_wait 77 8000 8500 zen5loops
	cycles many_wait 157 11200 12000 zen5loops
	cycles one_turn 13 145 160 zen5loops
	cycles two_turns 18 290 310 zen5loops
	cycles three_turns 32 490 510 zen5loops
	cycles jumps 6 220 280 zen5loops
	cycles byte_string 6 4500 5600 zen5loops
	cycles stores 6 190 210 zen5loops
	cycles store_rows 6 190 210 zen5loops
	sim --model="$dir/zen5" --L1D=49152,12,64 --L2=1048576,16,64 \
		"$dir/zen5loops"
	cycles one_set 26 4500 6500 zen5loops
	# lines that follow a stride come with their pages: 4.2, 5.4
	for each in "1088 395 460" "16448 395 820"; do
		# shellcheck disable=SC2086 # how far, least and most
		set -- $each
		sim --model="$dir/zen5" --L1D=49152,12,64 --L2=1048576,16,64 \
			"$dir/chains" strides "$1"
		cycles chain 3 "$2" "$3" chains
	done
	# what is fetched before it is asked for takes L1's latency; measured were 19,
	# 17, 4.6, 6.9, 10.6 (the model is slower there: a page for each load), 4.4, 4.6
	chain() { # LEAST MOST ARGUMENT...
		sim --model="$dir/zen4" --L1D=32768,8,64 --L2=1048576,8,64 \
			"$dir/chains" "${@:3}"
		cycles chain 3 "$1" "$2" chains
	}
	chain 1300 1700 random 1
	chain 1300 1700 random 2
	chain 390 550 strides 64
	chain 390 700 strides 1088
	chain 900 1550 strides 16448
	chain 390 550 streams 3 -80
	chain 390 550 streams 15 64
	# runs with a stride from memory, measured at three tenths of its latency;
	# columns of squares of a matrix, whose lines follow each other slowly
	for each in "runs 16 4160 12500 20000" "tiles 16 12352 400 570"; do
		# shellcheck disable=SC2086 # which, how, least and most
		set -- $each
		sed -i "s/^memory_latency .*/memory_latency 500/" "$dir/zen4"
		sim --model="$dir/zen4" --L1D=32768,8,64 --L2=65536,8,64 \
			--L3=131072,16,64 "$dir/chains" "$1" "$2" "$3"
		cycles chain 3 "$4" "$5" chains
	done
	# what was read is there to be written
	sim --model="$dir/zen4" --L1D=32768,8,64 --L2=65536,8,64 \
		--L3=33554432,16,64 "$dir/chains" increase
	cycles increase 8 400 600 chains
	# what the program prefetches, however it says where
	sim --model="$dir/zen4" --L1D=32768,8,64 --L2=1048576,8,64 \
		"$dir/chains" ahead
	cycles ahead 21 1500 2400 chains
	sed -i "s/^prefetch_stride_reach .*/prefetch_stride_reach 2048/
		s/^prefetch_stream_near .*/prefetch_stream_near 0/" "$dir/zen4"
	chain 390 700 strides 1088
	chain 1700 2600 strides 16448
	chain 1200 1700 streams 3 -80
	# from memory the second of two lines that are always asked for comes along
	model_of zen4 "$dir/zen4" 3e9
	sed -i "s/^memory_latency .*/memory_latency 500/" "$dir/zen4"
	for each in "1 49000 60000" "2 24000 32000"; do
		# shellcheck disable=SC2086 # lines, least and most
		set -- $each
		sim --model="$dir/zen4" --L1D=32768,8,64 --L2=65536,8,64 \
			--L3=131072,16,64 "$dir/chains" random "$1"
		cycles chain 3 "$2" "$3" chains
	done
	# what lies between two loads from memory parts them when it fills the
	# window: the reorder buffer, or the registers of its results
	${CC:-cc} -O1 -g -o "$dir/window" $src/timing/window.c || not_ok "window does not build"
	for each in "ors_160 324 50000 65000" "ors_240 484 98000 125000" \
		"moves_240 484 50000 65000" "moves_400 804 98000 125000" \
		"vectors_120 244 50000 65000" "vectors_200 404 98000 125000"; do
		# shellcheck disable=SC2086 # which, instructions, least and most
		set -- $each
		sim --model="$dir/zen4" --L1D=32768,8,64 --L2=65536,8,64 \
			--L3=131072,16,64 "$dir/window" "$1"
		cycles "$1" "$2" "$3" "$4" window
	done
	# code from L2 comes at 16 bytes a cycle, half as fast as data
	sim --model="$dir/zen4" --L1I=32768,8,64 --L2=1048576,8,64 \
		"$dir/levels" code
	cycles code 1 49 55 levels
	# and where that is said, from beyond it more slowly: a line in 12 cycles
	sed -i "s/^code_line_far .*/code_line_far 12/" "$dir/zen4"
	sim --model="$dir/zen4" --L1I=32768,8,64 --L2=65536,8,64 \
		"$dir/levels" code
	cycles code 1 145 155 levels
	sed -i "s/^code_line_far .*/code_line_far 0/" "$dir/zen4"
	# decoded ones need no L1I; those that a jump leads to come twice as fast
	${CC:-cc} -O1 -g -o "$dir/lines" $src/timing/lines.c || not_ok "lines do not build"
	for each in "decoded 100 125" "kept 100 125" "apart 180 220" "from_l2 180 250" "forgotten 1300 1800"; do
		# shellcheck disable=SC2086 # which, least and most
		set -- $each
		sim --model="$dir/zen4" --L1I=32768,8,64 --L2=1048576,8,64 \
			"$dir/lines" "$1"
		cycles "$1" 5 "$2" "$3" lines
		[[ $1 == decoded || $1 == kept ]] ||
			is "code that comes late costs it ($1)" "$(cause lines "$1")" fetch
	done
	# pages that only the second TLB knows: in turn, or as they are predicted
	for each in "zen4 650 800" "zen5 160 210"; do
		# shellcheck disable=SC2086 # machine, least and most
		set -- $each
		sim --model="$dir/$1" --L1I=32768,8,64 --L2=1048576,16,64 \
			--ITLB1=64,64,4096 --ITLB2=2048,8,4096 "$dir/lines" pages
		cycles pages 5 "$2" "$3" lines
	done
else
	skip "the loops that were measured are of x86_64"
fi

# A child that is forked starts from zero, and so does what exec puts in its
# place.
work='i=0; while [ $i -lt 3000 ]; do i=$((i + 1)); done'
sim --model="$dir/model" sh -c "$work; ($work); ($work; exec gzip -c \"\$0\"); $work" \
	"$dir/process"
set -- "$dir"/out.*
is "images of a shell that forks" "$(($# >= 3))" 1
for file in "$dir"/out.*; do
	is "the account of an image adds up" "$(adds_up "$file")" "1 1 1"
done

# Code that it can't follow is not modelled; what it followed adds up.
for what in signals generated "plugins $dir/three.so $dir/five.so"; do
	# shellcheck disable=SC2086 # several words
	sim --model="$dir/model" "$dir/process" $what
	is "the account adds up, with ${what%% *}" "$(adds_up "$dir"/out.*)" "1 1 1"
done

# What is far from any system call is followed as often as what is near.
sim --model="$dir/model" "$dir/turns"
set -- "$dir"/out.*
# shellcheck disable=SC2046
is "a quarter of what is followed between calls" \
	"$(awk -v near="$(get "$1" modelled turns $(function_of "$dir/turns" first))" \
		-v far="$(get "$1" modelled turns $(function_of "$dir/turns" second))" \
		'BEGIN { r = far / (near + far); print (r > 0.15 && r < 0.35) }')" 1

# Nor is what comes behind every second call.
sim --model="$dir/model" "$dir/turns" 100000
set -- "$dir"/out.*
# shellcheck disable=SC2046
is "half of what is followed behind every second call" \
	"$(awk -v near="$(get "$1" modelled turns $(function_of "$dir/turns" first))" \
		-v far="$(get "$1" modelled turns $(function_of "$dir/turns" second))" \
		'BEGIN { r = far / (near + far); print (r > 0.35 && r < 0.6) }')" 1

# Nor is what has few and large blocks; work is not quite what the instructions
# are, as accesses and branches count for more.
sim --model="$dir/model" "$dir/turns" 100000 large
set -- "$dir"/out.*
# followed FUNCTION: of its instructions
# shellcheck disable=SC2046
followed() {
	echo $(($(get "$out" modelled turns $(function_of "$dir/turns" "$1")) * \
	1000000 / $(get "$out" exec turns $(function_of "$dir/turns" "$1"))))
}
out=$1
is "large blocks are followed as often as small ones" \
	"$(awk -v small="$(followed first)" -v large="$(followed straight)" \
		'BEGIN { r = large / small; print (r > 0.4 && r < 2.5) }')" 1

# Threads are followed while they have their turns.
sim --fair-sched=try --model="$dir/model" "$dir/private" 2 600 60
is "the account adds up, with threads" "$(adds_up "$dir"/out.*)" "1 1 1"
# shellcheck disable=SC2046
is "what threads did is followed" \
	"$(($(get "$dir"/out.* modelled private \
	$(function_of "$dir/private" walk)) > 10000))" 1
# With one that only waits, what runs beside it is followed.
sim --clock-mhz=3000 --model="$dir/model" "$dir/process" beside
is "an account of what runs beside a thread that waits" \
	"$(($(get "$dir"/out.* modelled process) * 1000 > \
	$(get "$dir"/out.* exec process)))" 1
# Long string instructions, in bursts that only warm up, too
"$dir/strings" long >"$dir/native"
sim --model="$dir/model" "$dir/strings" long
is "copies of 400,000 bytes: the end, what they did" \
	"$(ends)$(different "$dir/native")" "exit 0 0"
for text in "" "rob" "rob x" "rob 1 " "robs 1" "fp_add 1 2" "fp_add 1 2 0"; do
	echo "$text" >"$dir/bad"
	[ -z "$text" ] && rm "$dir/bad"
	valgrind -q --tool=perfexpert-sim --out-file="$dir/wrong" \
		--model="$dir/bad" true >/dev/null 2>&1
	[ $? -ne 0 ] && [ ! -e "$dir/wrong" ] &&
		ok "refused a model: '$text'" || not_ok "took a model: '$text'"
done
