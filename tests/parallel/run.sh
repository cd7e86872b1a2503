#!/bin/bash
# Parallel programs in which a fault was planted: it has to be what the report
# names first, at its line. And ranks: as many as there are, with their threads,
# however they were started. Real programs, real MPI libraries; make
# check-parallel. Nothing here compares times of different runs: shares of one
# run are far from their limits.
#
#	tests/parallel/run.sh [NAME...]
set -u
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/parallel/slurm.sh
. tests/parallel/slurm.sh
# shellcheck source=tests/mpi/compiler.sh
. tests/mpi/compiler.sh
top=$PWD
build=${BUILD:-build}
case $build in /*) ;; *) build=$top/$build ;; esac
out=$build/parallel
hang=600 # seconds; nothing here takes that long on any machine
export PERFEXPERT_DATA=$top LC_ALL=C
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_base_warn_component_unused=0
# shellcheck source=tests/verdicts.sh
. tests/verdicts.sh
unset PERFEXPERT_NO_MEMORY # what it gives decides what several threads wait for
mkdir -p "$out" || exit 1


wanted() {
	[ ${#names[@]} = 0 ] || [[ " ${names[*]} " == *" $1 "* ]]
}
names=("$@")
known_names name heavy_thread critical dynamic mutex sleeper slow_pipe short_threads \
	short_processes false_sharing first_touch bandwidth equal_time captured_llvm \
	made short_cxx openmpi mpich slurm late_sender slow_rank uneven_ranks \
	heavy_thread_llvm critical_llvm dynamic_llvm short_threads_llvm -- "$@"
[ $failed = 0 ] || summary

# So that another program has the second processor
cat >"$out/busy" <<'END'
#!/bin/bash
taskset -c 1 sh -c 'while :; do :; done' &
"$@"
status=$?
kill $!
exit $status
END
chmod +x "$out/busy"
beside=()

# measure NAME LAUNCHER...: what the report says of it, as JSON. Waiting is seen
# natively, so of the simulation a part is enough.
measure() {
	local name=$1

	shift
	timeout $hang "${beside[@]}" "$build/perfexpert-run" -q -f -n 2 \
		-c simulate --limit 8 -o "$out/$name.db" "$@" "$out/$name" >"$out/$name.log" 2>&1
	"$build/perfexpert" -s9 --json 0.01 "$out/$name.db" >"$out/$name.json" \
		2>>"$out/$name.log"
}

# fault NAME KIND SHARE ADVICE LOW HIGH [LAUNCHER...]: the wait that takes most is
# of that kind, at its line; what may save most is ADVICE, and saves from LOW to
# HIGH. Where others have the processors, threads don't get in each other's way:
# then once more, and if it stays so, it can't be told here.
fault() {
	local name=$1 said try status

	wanted "$name" || return
	for try in 1 2 3; do
		measure "$name" "${@:7}"
		said=$(lua5.4 tests/parallel/check.lua "$out/$name.json" \
			"tests/parallel/${name%_llvm}.c" "${@:2:5}" 2>&1)
		status=$?
		[ $status != 0 ] || break
	done
	if [ $status = 3 ]; then
		skip "$name: $said"
	else
		judge $status "$name: $said${try:+ (try $try)}"
	fi
}

# build NAME COMPILER...: with what it needs; NAME_llvm: the same by Clang
build() {
	local name=$1

	shift
	wanted "$name" || return
	"$@" -O2 -g -o "$out/$name" "tests/parallel/${name%_llvm}.c" ||
		not_ok "$name can't be built"
}

if ! command -v lua5.4 >/dev/null; then
	skip "parallel: lua5.4, which checks them, is not installed"
	summary
fi
for name in heavy_thread critical dynamic first_touch bandwidth; do
	build $name gcc -fopenmp
done
for name in mutex sleeper slow_pipe short_threads short_processes \
	false_sharing equal_time; do
	build $name gcc -pthread
done
# What the fix saves, by what the programs do (a barrier: 40 to 25; one of two
# waits at any time) or as measured where that is not known (false_sharing 0.52 to
# 0.93, by how far apart the cores are, bandwidth 0.5,
# first_touch 0.20 and with huge pages 0.45, short_threads 0.56, short_processes
# 0.7, dynamic 0.95), divided and multiplied by 1.3
fault heavy_thread barrier 0.15 share-work-evenly 0.29 0.49
fault critical critical 0.2 wait-less-for-locks 0.38 0.65
fault dynamic scheduling 0.1 deal-out-larger-parts 0.6 1
# most of it is in libgomp without a call that waits: the call paths tell the loop
wanted dynamic &&
	is "dynamic: waiting at unknown places" "$(grep -c 'unknown places' "$out/dynamic.json")" 0
fault mutex lock 0.1 wait-less-for-locks 0.38 0.65
fault sleeper sleep 0.6 sleep-less 0.73 1
fault slow_pipe I/O 0.6 read-ahead 0.73 1
fault short_threads 'making threads' 0.1 keep-threads 0.43 0.73
fault short_processes join 0.3 start-fewer-processes 0.54 0.91
fault false_sharing - 0 pad-per-thread-data 0.4 0.99
fault first_touch - 0 'fewer-page-faults|initialise-in-parallel' 0.2 0.58
fault bandwidth - 0 smaller-types-in-memory 0.39 0.66
fault equal_time - 0 independent-chains 0.29 0.49

# with_clang: LLVM's library, in which the same threads wait by other calls. What
# many variables go into is the same.
with_clang() {
	local name got

	if ! clang -fopenmp -O1 -g -o "$out/captured" tests/parallel/captured.c \
		2>/dev/null; then
		skip "clang or its OpenMP library is not installed"
		return
	fi
	for name in heavy_thread critical dynamic; do
		build ${name}_llvm clang -fopenmp
	done
	fault heavy_thread_llvm barrier 0.15 share-work-evenly 0.29 0.49
	fault critical_llvm critical 0.2 wait-less-for-locks 0.38 0.65
	fault dynamic_llvm scheduling 0.1 deal-out-larger-parts 0.5 1
	wanted captured_llvm || return
	got=$(timeout $hang "$build/perfexpert-run" -q -f -n 1 -c simulate --limit 8 \
		-o "$out/captured.db" "$out/captured" 2>"$out/captured.log" |
		tail -1)
	[ "$got" = "$("$out/captured")" ]
	judge $? "regions of few and of many variables: $got"
}
with_clang

# made SOURCE CALL COMPILER...: to make threads is no work of the program's, and is
# charged to the call that makes them; in C++ that is in a header
made() {
	local source=tests/parallel/$1 call=$2 got

	wanted made || return
	"${@:3}" -O1 -g -o "$out/made" "$source" || {
		not_ok "$source can't be built"
		return
	}
	timeout $hang "$build/perfexpert-run" -f -n 1 -c simulate --limit 8 \
		-o "$out/made.db" "$out/made" >"$out/made.log" 2>&1
	got=$(grep -o 'kind="making threads" call="[^"]*" file="[^"]*" line="[0-9]*"' \
		"$out/made.db" | tr -d '"' | sed 's/.* call=//; s/file=.*\///' | sort -u)
	[[ $got == "$call"* ]] && grep -q "wrote '.*made.db'" "$out/made.log"
	judge $? "$source: threads are made by: $got"
}

made made.c "pthread_create made.c line=$(grep -n HERE tests/parallel/made.c |
	cut -d: -f1)" gcc -pthread
made made_cxx.cc 'std::thread std_thread.h line=' g++ -pthread

# What std::thread runs is the program's, though the library's procedure begins
short_cxx() {
	local got

	wanted short_cxx || return
	g++ -O2 -g -pthread -o "$out/short_cxx" tests/parallel/short_cxx.cc || {
		not_ok "short_cxx.cc can't be built"
		return
	}
	timeout $hang "$build/perfexpert-run" -q -f -n 1 -c simulate --limit 8 \
		-o "$out/short_cxx.db" "$out/short_cxx" >"$out/short_cxx.log" 2>&1
	got=$("$build/perfexpert" 0.3 "$out/short_cxx.db" |
		grep '% of the total runtime' | grep -v '^of the')
	[[ $got == *_M_run* && $got != *libstdc++* ]]
	judge $? "short_cxx.cc: most of the time is in: $(head -1 <<<"$got")"
}
short_cxx

# attributes FILE: says what a measurement holds
attributes() {
	grep -o "threads=\"[0-9]*\" ranks=\"[0-9]*\"" "$1" | head -1
}

# The multiplications of the loop in work(), over all ranks and threads
multiplications() {
	"$build/perfexpert" --json 0.01 "$1" 2>/dev/null |
		grep -o '"FML_INS":\[[0-9]*' | sort -t'[' -k2 -n | tail -1 |
		sed 's/.*\[//'
}

# Those of each procedure that multiplies as much as that
procedures() {
	"$build/perfexpert" --json 0.01 "$1" 2>/dev/null |
		grep -o '"FML_INS":\[[0-9]*' | sed 's/.*\[//' |
		awk '$1 >= 1000000' | sort -nu | head -2 | tr '\n' ' ' |
		sed 's/ $//'
}

# ranks MPI: 1, 2 and 4 ranks, of 1 and 2 threads, and both ways to start them
ranks() {
	local mpi=$1 n=3000000 np threads got want

	if ! mpi_builds "$mpi"; then
		skip "$mpi: not installed"
		return
	fi
	"mpicc.$mpi" -O2 -g -fopenmp -o "$out/ranks_$mpi" tests/parallel/ranks.c || {
		not_ok "$mpi: can't build"
		return
	}
	for np in 1 2 4; do
		for threads in 1 2; do
			[ $((np * threads)) -le 8 ] || continue
			want="threads=\"$threads\" ranks=\"$np\""
			OMP_NUM_THREADS=$threads timeout $hang "$build/perfexpert-run" \
				-q -f -n 1 -c simulate -o "$out/front.db" \
				"mpirun.$mpi" -np $np "$out/ranks_$mpi" $n \
				>"$out/front.log" 2>&1
			got=$(attributes "$out/front.db")
			[ "$got" = "$want" ]
			judge $? "$mpi, in front, $np ranks of $threads: $got"
			got=$(multiplications "$out/front.db")
			[ "$got" = $((np * threads * n)) ]
			judge $? "$mpi, in front, $np ranks of $threads: $got multiplications"
			[ $np -gt 1 ] || continue
			rm -f "$out"/behind.db*
			OMP_NUM_THREADS=$threads timeout $hang "mpirun.$mpi" -np $np \
				"$build/perfexpert-run" -q -o "$out/behind.db" \
				"$out/ranks_$mpi" $n >"$out/behind.log" 2>&1
			got=$(attributes "$out/behind.db")
			[ "$got" = "$want" ]
			judge $? "$mpi, behind, $np ranks of $threads: $got"
			got=$(cd "$out" && echo behind.db*)
			[ "$got" = behind.db ]
			judge $? "$mpi, behind: nothing is left beside it: $got"
		done
	done
}

# faulty MPI: who receives waits; the library's own threads don't count
faulty() {
	local mpi=$1 name

	mpi_builds "$mpi" || return
	for name in late_sender uneven_ranks slow_rank; do
		build $name "mpicc.$mpi"
	done
	fault late_sender message 0.2 wait-less-for-messages 0.35 0.65 \
		"mpirun.$mpi" -np 2
	if command -v taskset >/dev/null && [ "$(nproc)" -ge 2 ]; then
		beside=("$out/busy")
		fault slow_rank collective 0.15 own-processors 0.38 0.65 \
			"mpirun.$mpi" -np 2
		beside=()
	else
		skip "slow_rank: taskset or a second processor is missing"
	fi
	fault uneven_ranks collective 0.15 wait-less-for-messages 0.25 0.49 \
		"mpirun.$mpi" -np 2
}

# scaling WHAT LAUNCHER...: a measurement each, with so many
scaling() {
	local what=$1 got

	shift
	rm -f "$out"/scaled.*.db
	timeout $hang "$build/perfexpert-run" -q --scaling 1,2 -n 1 -c simulate \
		-o "$out/scaled.db" "$@" >"$out/scaled.log" 2>&1
	got=$(attributes "$out/scaled.1.db")" "$(attributes "$out/scaled.2.db")
	case $what in
	threads) [[ $got == 'threads="1" ranks="1" threads="2" ranks="1"' ]] ;;
	ranks) [[ $got == 'threads="1" ranks="1" threads="1" ranks="2"' ]] ;;
	esac
	judge $? "scaling over $what: $got"
	"$build/perfexpert" --scaling 0.1 "$out"/scaled.[12].db |
		grep -q '^- speed-up  *1.00  *[0-9]'
	judge $? "scaling over $what: compared"
}

# Two programs in one launch, measured both ways: each has its own counts, the
# ranks are those of both.
programs() {
	local mpi=$1 n=3000000 one=$out/ranks_$1 two=$out/other_$1 got

	cp "$one" "$two" || return
	OMP_NUM_THREADS=1 timeout $hang "$build/perfexpert-run" -q -f -n 1 \
		-c simulate -o "$out/both.db" "mpirun.$mpi" -np 2 "$one" $n : \
		-np 1 "$two" $((4 * n)) >"$out/both.log" 2>&1
	got="$(attributes "$out/both.db") $(procedures "$out/both.db")"
	[ "$got" = "threads=\"1\" ranks=\"3\" $((2 * n)) $((4 * n))" ]
	judge $? "$mpi, in front, two programs: $got"
	rm -f "$out"/both.db*
	OMP_NUM_THREADS=1 timeout $hang "mpirun.$mpi" -np 2 \
		"$build/perfexpert-run" -q -o "$out/both.db" "$one" $n : -np 1 \
		"$build/perfexpert-run" -q -o "$out/both.db" "$two" $n \
		>"$out/both.log" 2>&1
	got="$(attributes "$out/both.db") $(cd "$out" && echo both.db*)"
	got+=" $(grep -c 'kind="module" name="\(ranks\|other\)_' "$out/both.db")"
	[ "$got" = 'threads="1" ranks="3" both.db 2' ]
	judge $? "$mpi, behind, two programs: $got"
}

# some MPI: only those ranks are measured, and the others run
some() {
	local mpi=$1 got

	rm -f "$out"/some.db*
	OMP_NUM_THREADS=1 timeout $hang "mpirun.$mpi" -np 4 \
		"$build/perfexpert-run" -q --ranks 0,2-3 -o "$out/some.db" \
		"$out/ranks_$mpi" 3000000 >"$out/some.log" 2>&1
	got="$(grep -o '<thread rank="[0-9]*"' "$out/some.db" | tr -dc '0-9\n' |
		tr '\n' ' ')$(grep -c '^[0-9.e+]*$' "$out/some.log")"
	got+=" $(cd "$out" && echo some.db*)"
	[ "$got" = '0 2 3 4 some.db' ]
	judge $? "$mpi, ranks 0, 2 and 3 of 4 that print: $got"
	grep -q 'only the ranks 0,2-3 were measured' "$out/some.db"
	judge $? "$mpi, that not all ranks were measured is said"
}

for mpi in openmpi mpich; do
	if wanted $mpi; then
		ranks $mpi
		programs $mpi
		some $mpi
		OMP_NUM_THREADS=1 scaling ranks "mpirun.$mpi" -np 1 \
			"$out/ranks_$mpi" 3000000
		scaling threads "$out/ranks_$mpi" 3000000
	fi
	faulty $mpi
done
! wanted slurm || with_slurm
summary
