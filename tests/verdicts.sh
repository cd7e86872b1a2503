# shellcheck shell=bash disable=SC2034
# How every suite of shell scripts counts. A case is opened by its name and gets
# one verdict; one that is opened and gets none has failed, as a chain of
# conditions ends that way when one of them is false without a word.
passed=0 failed=0 skipped=0
case_name='' verdict=
said=/dev/null # what the case's program wrote to stderr
# what this host's memory gives takes as long to measure as what most cases
# run, and shows in none of them
export PERFEXPERT_NO_MEMORY=1

# spent: where TIMES names a file to write to, what passed since it was said
# last, and the processor time of the programs that ended since then
clock_s=${EPOCHREALTIME:-0} clock_cpu=0
spent() {
	local now=$EPOCHREALTIME cpu

	times >"$TIMES"
	cpu=$(awk -F'[ms ]+' 'NR == 2 { print ($1 + $3) * 60 + $2 + $4 }' "$TIMES")
	awk -v s="$now" -v from="$clock_s" -v cpu="$cpu" -v before="$clock_cpu" \
		-v name="$case_name" 'BEGIN { printf "took %6.1f s, processors %6.1f s: %s\n",
		s - from, cpu - before, name }'
	clock_s=$now clock_cpu=$cpu
}

# settle: the case that is open ends here
settle() {
	[ "$verdict" != open ] || bad "a condition is false" "$said"
	[ -z "${TIMES:-}" ] || [ -z "$verdict" ] || spent
	verdict=
}

# open_case NAME
open_case() {
	settle
	case_name=$1 verdict=open
}

# ok [NAME...]: the open case passed, or one of that name
ok() {
	[ $# -eq 0 ] || open_case "$*"
	[ "$verdict" != failed ] || return 0
	if [ "$verdict" != open ]; then
		bad "a second verdict"
		return
	fi
	verdict=ok
	passed=$((passed + 1))
	echo "ok     $case_name"
}

# bad REASON [FILE]: the open case failed; its output is in FILE
bad() {
	[ "$verdict" != ok ] || passed=$((passed - 1))
	[ "$verdict" = failed ] || failed=$((failed + 1))
	verdict=failed
	echo "not ok $case_name: $1"
	[ -z "${2:-}" ] || sed 's/^/       /' "$2" | head -n 10
	stop_at_first
}

# stop_at_first: where STOP_AT_FIRST is set, no case is run after one that failed
stop_at_first() {
	[ -z "${STOP_AT_FIRST:-}" ] || [ $failed = 0 ] || exit 1
}

# not_ok NAME...
not_ok() {
	settle
	case_name=$*
	failed=$((failed + 1))
	echo "not ok $case_name"
	stop_at_first
}

# skip REASON...: the open case can't run here, or one that has no other name
skip() {
	[ "$verdict" = open ] || open_case ''
	verdict=skipped
	skipped=$((skipped + 1))
	echo "skip   ${case_name:+$case_name: }$*"
}

# judge STATUS NAME
judge() {
	if [ "$1" = 0 ]; then ok "$2"; else not_ok "$2"; fi
}

# is NAME GOT WANT
is() {
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1"
		diff <(echo "$3") <(echo "$2")
	fi
}

# summary: the line that tests/run.sh adds up; ends the suite
summary() {
	settle
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" = 0 ]
	exit
}

# skip_rest REASON: ends a suite that needs what is not installed. Each case
# that tests/run.sh expects of it ($LEAST) counts as skipped.
skip_rest() {
	local done=$((passed + failed + skipped))

	skip "$1"
	[ $((${LEAST:-0} - done)) -le 1 ] ||
		skipped=$((skipped + ${LEAST:-0} - done - 1))
	summary
}

# run_parts KNOWN... -- [WANTED...]: functions of the suite, all or those named
run_parts() {
	local known=() part

	while [ "$1" != -- ]; do
		known+=("$1")
		shift
	done
	shift
	[ $# -gt 0 ] || set -- "${known[@]}"
	for part; do
		if [[ " ${known[*]} " == *" $part "* ]]; then
			"$part"
			settle
		else
			not_ok "there is no part '$part', but ${known[*]}"
		fi
	done
}

# known_names WHAT KNOWN... -- [WANTED...]: each that is not known has failed
known_names() {
	local what=$1 known=() word

	shift
	while [ "$1" != -- ]; do
		known+=("$1")
		shift
	done
	shift
	for word; do
		[[ " ${known[*]} " == *" $word "* ]] ||
			not_ok "there is no $what '$word'"
	done
}
