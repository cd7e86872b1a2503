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
top=$PWD
build=${BUILD:-build}
case $build in /*) ;; *) build=$top/$build ;; esac
out=$build/parallel
export PERFEXPERT_DATA=$top LC_ALL=C
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_base_warn_component_unused=0
passed=0 failed=0 skipped=0
mkdir -p "$out" || exit 1

ok() { echo "ok     $1"; passed=$((passed + 1)); }
not_ok() { echo "not ok $1"; failed=$((failed + 1)); }
skip() { echo "skip $1"; skipped=$((skipped + 1)); }

# judge STATUS TEXT
judge() { if [ "$1" = 0 ]; then ok "$2"; else not_ok "$2"; fi; }

wanted() {
	[ ${#names[@]} = 0 ] || [[ " ${names[*]} " == *" $1 "* ]]
}
names=("$@")

# fault NAME KIND SHARE SWITCHES...: without a simulation, which sees no waiting
fault() {
	local name=$1 kind=$2 share=$3 said

	shift 3
	wanted "$name" || return
	if ! gcc -O2 -g "$@" -o "$out/$name" "tests/parallel/$name.c"; then
		not_ok "$name can't be built"
		return
	fi
	"$build/perfexpert-run" -q -f -n 2 --collector simulate --limit 30 \
		-o "$out/$name.db" "$out/$name" >"$out/$name.log" 2>&1
	"$build/perfexpert" --json 0.01 "$out/$name.db" >"$out/$name.json" \
		2>>"$out/$name.log"
	said=$(lua5.4 tests/parallel/check.lua "$out/$name.json" \
		"tests/parallel/$name.c" "$kind" "$share" 2>&1)
	judge $? "$name: $said"
}

if ! command -v lua5.4 >/dev/null; then
	skip "parallel: lua5.4, which checks them, is not installed"
	echo "$passed passed, $failed failed, $skipped skipped"
	exit 0
fi
fault heavy_thread barrier 0.15 -fopenmp
fault critical critical 0.2 -fopenmp
fault dynamic scheduling 0.1 -fopenmp
fault mutex lock 0.2 -pthread
fault sleeper sleep 0.6
fault slow_pipe I/O 0.6

# is FILE WORD...: says what a measurement holds
attributes() {
	grep -o "threads=\"[0-9]*\" ranks=\"[0-9]*\"" "$1" | head -1
}

# The multiplications of the loop in work(), over all ranks and threads
multiplications() {
	"$build/perfexpert" --json 0.01 "$1" 2>/dev/null |
		grep -o '"FML_INS":\[[0-9]*' | sort -t'[' -k2 -n | tail -1 |
		sed 's/.*\[//'
}

# ranks MPI: 1, 2 and 4 ranks, of 1 and 2 threads, and both ways to start them
ranks() {
	local mpi=$1 n=30000000 np threads got want

	if ! command -v "mpicc.$mpi" >/dev/null; then
		skip "$mpi: not installed"
		return
	fi
	"mpicc.$mpi" -O2 -g -fopenmp -o "$out/ranks_$mpi" tests/parallel/ranks.c || {
		not_ok "$mpi: can't build"
		return
	}
	for np in 1 2 4; do
		for threads in 1 2; do
			[ $((np * threads)) -le 4 ] || continue
			want="threads=\"$threads\" ranks=\"$np\""
			OMP_NUM_THREADS=$threads timeout 300 "$build/perfexpert-run" \
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
			OMP_NUM_THREADS=$threads timeout 300 "mpirun.$mpi" -np $np \
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

# late MPI: who receives waits, and the others' threads are none of the program
late() {
	local mpi=$1 said

	command -v "mpicc.$mpi" >/dev/null || return
	"mpicc.$mpi" -O2 -g -o "$out/late_$mpi" tests/parallel/late_sender.c
	timeout 300 "$build/perfexpert-run" -q -f -n 1 -c simulate --limit 30 \
		-o "$out/late.db" "mpirun.$mpi" -np 2 "$out/late_$mpi" \
		>"$out/late.log" 2>&1
	"$build/perfexpert" --json 0.01 "$out/late.db" >"$out/late.json"
	said=$(lua5.4 tests/parallel/check.lua "$out/late.json" \
		tests/parallel/late_sender.c message 0.2 2>&1)
	judge $? "late sender, $mpi: $said"
}

for mpi in openmpi mpich; do
	wanted $mpi || continue
	ranks $mpi
	late $mpi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
