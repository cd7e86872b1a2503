# How programs end and multiply, and what threads share.
# shellcheck shell=bash disable=SC2154

# ended NAME STATUS "ENDS" ADDS -- OPTIONS PROGRAM
ended() {
	local name=$1 status=$2 how=$3 n=$4
	shift 4
	sim "$@" 2>/dev/null
	is "$name: status, ends, work" "$? $(ends)$(adds)" "$status $how $n"
}

{
	ended "return" 7 "exit 7" 1000 "$p" status
	ended "_exit" 5 "exit 5" 1000 "$p" _exit
	ended "fault" 139 "signal 0" 1000 "$p" segv
	ended "SIGTERM" 143 "signal 0" 1000 "$p" term
	ended "abort" 134 "signal 0" 1000 "$p" abort
	ended "fault after threads" 139 "signal 0" 2000 "$p" thread-segv
	ended "threads" 0 "exit 0" 5000 "$p" threads
	ended "signals" 0 "exit 0" 1025 "$p" signals
	ended "fork" 0 "exit 0 exit 3" 1110 "$p" fork
	ended "exec, not followed" 0 "exec 0" 1000 "$p" exec
	ended "exec, followed" 0 "exec 0 exit 0" 2000 --trace-children=yes \
		"$p" exec
	ended "exec that fails" 4 "exit 4" 1001 "$p" execfail
	ended "fork and exec, not followed" 0 "exec 0 exit 0" 1110 "$p" forkexec
	ended "fork and exec, followed" 0 "exec 0 exit 0 exit 0" 2110 \
		--trace-children=yes "$p" forkexec
	ended "fork alone" 0 "exit 0 exit 3" 1110 --children=no "$p" fork
	ended "fork and exec, which runs natively" 0 "exec 0 exit 0" 1110 \
		--trace-children=yes --children=no "$p" forkexec
	ended "exec of the first process, followed" 0 "exec 0 exit 0" 2000 \
		--trace-children=yes --children=no "$p" exec
	for way in exe number descriptor memory called gone; do
		cp "$p" "$dir/another-process"
		"$dir/another-process" again $way >"$dir/native"
		[ $way = gone ] && cp "$p" "$dir/another-process"
		ended "exec of $way" 0 "exec 0 exit 0" 2000 --trace-children=yes \
			"$dir/another-process" again $way
		is "it is called as natively ($way)" "$(cat "$dir/stdout")" \
			"$(cat "$dir/native")"
	done
} 2>/dev/null

# Of short programs that are started often one in some is simulated, for so many;
# of those that start others or take long all are.
many() { # NAME TIMES PROCESSES WANT OPTION.. HOW
	rm -f "$dir/kinds"
	truncate -s 1M "$dir/kinds"
	sim --trace-children=yes --kinds="$dir/kinds" "${@:5:$#-5}" \
		"$p" many "$2" "${*: -1}"
	is "$1" "$? $(cat "$dir"/out.* | awk -v all="$3" '/^kind / {
		n++; of += $4 < all - $3 ? $4 : all - $3 } END { print n, of }') $(
		wc -l <"$dir/stdout")" "$4"
}
many "short programs" 40 40 "0 24 40 40" --clock-mhz=3000 plain
# 19 of these if they were short
many "programs that start others" 24 48 "0 48 48 24" --clock-mhz=3000 forkexec
many "programs that take long" 24 24 "0 24 24 0" --clock-mhz=1 exits
many "programs whose time is not known" 24 24 "0 24 24 24" plain
sim "$p" threads
is "threads are counted" "$(get "$dir"/out.* threads)" 5
# What each thread executed, of the loop that adds: the third one that is made has
# the number of the first, which has ended.
shares() {
	awk '/^module/ { own = $NF ~ /process$/ }
		own && / fp=64:a1/ && match($0, / th=[0-9:]*/) {
			n = split(substr($0, RSTART + 4, RLENGTH - 4), t, ":")
			for (i = 1; i < n; i += 2) print t[i] ":" t[i + 1]
		}' "$dir"/out.* | sort | xargs
}
sim "$p" uneven
is "instructions of threads" "$(shares)" "1:6000000 2:3000000"
sim --fair-sched=try "$p" uneven
is "instructions of threads that take turns" "$(shares)" \
	"1:6000000 2:3000000"
sim "$p"
is "one thread's are not told apart" "$(shares)" ""
# both threads must get their turns
for gap in 8:yes 256:no 0:no; do
	sim --fair-sched=try "$dir/sharing" ${gap%:*} 3000000
	is "false sharing of numbers ${gap%:*} bytes apart" \
		"$(grep -q ' fs=' "$dir"/out.* && echo yes || echo no)" ${gap#*:}
done
# lines that they only go through don't hide it, nor does what both read there: it
# is most of what was looked at
for bytes in 8388608 8 "131072 3000"; do
	# shellcheck disable=SC2086 # so many, and how often before
	sim --fair-sched=try "$dir/sharing" 8 3000000 $bytes
	is "false sharing, and both read $bytes bytes" \
		"$(grep -o ' fs=[0-9:]*' "$dir"/out.* | awk -F '[=:]' \
			'$2 > 0.5 * $3 { yes = 1 } END { print yes + 0 }')" 1
done
# What threads have in caches and TLBs of their own stays while others run: each of
# 600 KiB is fetched once, 9,600 lines and 150 pages (and of the stack some); where
# there is no L3 cache, the second one is everybody's, and too small for both.
walk_misses() { # OPTIONS.. -- THREADS: of walk(), by thread, in the levels after the first
	sim --fair-sched=try --sample-refs=0 --L1D=32768,8,64 --L2=1048576,16,64 \
		--DTLB1=16,16,4096 --DTLB2=256,16,4096 "${@:1:$#-1}" \
		"$dir/private" "${*: -1}" 600 60
	# shellcheck disable=SC2046 # start and size
	echo "$(get "$dir"/out.* l2d_ld private $(function_of "$dir/private" walk))" \
		"$(get "$dir"/out.* dtlb2 private $(function_of "$dir/private" walk))" |
		awk -v n="${*: -1}" '{ print int($1 / n / 100), int($2 / n / 10) }'
}
is "one thread's lines and pages" "$(walk_misses 1)" "96 15"
is "and its pages of 64 KiB" \
	"$(walk_misses --DTLB1=16,16,65536 --DTLB2=256,16,65536 1)" "96 1"
is "lines and pages of two threads" "$(walk_misses 2)" "96 15"
is "lines of two threads without an L3 cache are more" \
	"$(walk_misses --L3=none 2 | awk '{ print ($1 > 150), $2 }')" "1 15"
sim "$p" plugins "$dir/three.so" "$dir/five.so" "$dir/three.so"
is "a stripped plugin, loaded twice" \
	"$(get "$dir"/out.* fadd three.so)" 4000
is "another one in its place" "$(get "$dir"/out.* fadd five.so)" 2000
if [ "$plat" = amd64-linux ]; then
	sim "$p" generated
	is "generated code" "$(get "$dir"/out.* exec '[anon]')" 600
fi

# The program does its work, then sleeps until the limit is there.
# Where others have the processors its work takes longer.
for limit in 8 60 300; do
	sim --limit=$limit "$p" waits
	got="$? $(ends)$(adds)"
	[ "$got" != "124 limit 0 51000" ] || break
done
is "limit: status, ends, work" "$got" "124 limit 0 51000"
