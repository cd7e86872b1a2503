#!/bin/bash
# What programs of MPI do in it: calls and bytes are what the program says that
# they are, exactly, with each MPI that is installed, started both ways; who is
# waited for is who was made to be late.
#
#	tests/mpi/run.sh [NAME...]
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/lib.sh
. tests/lib.sh
# shellcheck source=tests/mpi/compiler.sh
. tests/mpi/compiler.sh
out=$build/mpi
hang=600 # seconds; nothing here takes that long on any machine
# what a native run never takes; simulated, where ranks that spin may take long, it
# ends the pass: what is looked at is of the native run
limit=200
# a Valgrind that fails, for programs that need not be simulated beside others
native=$out/native
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_base_warn_component_unused=0
names=("$@")
mkdir -p "$native" || exit 1
printf '#!/bin/sh\nexit 1\n' >"$native/valgrind"
chmod +x "$native/valgrind"
known_names name openmpi mpich traffic fortran threads part twice limited late -- "$@"
[ $failed = 0 ] || summary

wanted() { [ ${#names[@]} = 0 ] || [[ " ${names[*]} " == *" $1 "* ]]; }

# look NAME: what was seen of it, as JSON and text
look() {
	"$build/perfexpert" --mpi --json "$out/$1.db" >"$out/$1.json" 2>>"$out/$1.log"
	"$build/perfexpert" --mpi "$out/$1.db" >"$out/$1.txt" 2>>"$out/$1.log"
}

# front NAME MPI RANKS [PATH]: perfexpert-run in front of the launcher
front() {
	in_front "$1" "${4:-}" "mpirun.$2" -np "$3" "$out/$1"
}

# in_front NAME PATH COMMAND...: with more in front of PATH
in_front() {
	rm -f "$out/$1.db"*
	PATH=$2${2:+:}$PATH timeout $hang "$build/perfexpert-run" -q -n 1 -c simulate \
		--limit $limit -o "$out/$1.db" "${@:3}" >"$out/$1.said" 2>"$out/$1.log"
	look "$1"
}

# behind NAME MPI RANKS: and behind it
behind() {
	rm -f "$out/$1.db"*
	timeout $hang "mpirun.$2" -np "$3" "$build/perfexpert-run" -q \
		-o "$out/$1.db" "$out/$1" >"$out/$1.said" 2>"$out/$1.log"
	look "$1"
}

exact() {
	local said

	said=$(lua5.4 tests/mpi/check.lua "$out/$2.said" "$out/$2.json" 2>&1)
	judge $? "$1: $said"
}

traffic() {
	local mpi=$1 name=traffic_$1 left

	"mpicc.$mpi" -w -O2 -g -o "$out/$name" tests/mpi/traffic.c
	judge $? "$mpi: traffic is built"
	front "$name" "$mpi" 3
	exact "$mpi, in front" "$name"
	behind "$name" "$mpi" 3
	exact "$mpi, behind" "$name"
	left=$(cd "$out" && echo "$name".db*)
	[ "$left" = "$name.db" ]
	judge $? "$mpi, behind: nothing is left beside it: $left"
}

# Fortran's calls, at their lines, by both of its modules
fortran() {
	local mpi=$1 name line

	if ! mpi_builds_fortran "$mpi"; then
		skip "$mpi: no compiler of Fortran"
		return
	fi
	for name in f90 f08; do
		"mpif90.$mpi" -g -O0 "-D${name^^}" -o "$out/fortran_${name}_$mpi" \
			tests/mpi/fortran.F90
		behind "fortran_${name}_$mpi" "$mpi" 2
		exact "$mpi, Fortran, $name" "fortran_${name}_$mpi"
		line=$(grep -n 'call MPI_Allreduce' tests/mpi/fortran.F90)
		grep -q "MPI_Allreduce at fortran.F90:${line%%:*} in " \
			"$out/fortran_${name}_$mpi.txt"
		judge $? "$mpi, Fortran, $name: at its line"
	done
}

# PLACE RANK LEAST MOST WHOM: the place waits for that rank, and of the seconds that
# it was late so much is seen
waits="MPI_Recv 2 0.12 0.8 senders
MPI_Waitall 2 0.12 0.8 senders
MPI_Ssend 1 0.12 0.8 receivers
MPI_Sendrecv 1 0.12 0.8 senders
MPI_Barrier 0 0.24 1.6 last
MPI_Bcast 1 0.24 1.6 last
MPI_Reduce 2 0.12 0.8 last
MPI_Wait 0 0.24 1.6 last"

# Sleeping is late without a processor, but on a busy machine others are late too:
# each place has to be right in one of some tries.
late() {
	local mpi=$1 name=late_$1 try place said
	local -A right=()

	"mpicc.$mpi" -w -O0 -g -o "$out/$name" tests/mpi/late.c
	judge $? "$mpi: late is built"
	for try in 1 2 3 4 5 6; do
		front "$name" "$mpi" 3 "$native"
		while read -r place; do
			[ -z "${right[$place]:-}" ] || continue
			# shellcheck disable=SC2086 # its words
			if said=$(lua5.4 tests/mpi/waits.lua "$out/$name.json" $place 2>&1); then
				right[$place]=1
				ok "$name: $said"
			elif [ $try = 6 ]; then
				not_ok "$name: $said"
			fi
		done <<<"$waits"
		[ ${#right[@]} -lt "$(wc -l <<<"$waits")" ] || break
	done
	grep -q '"library": *"[^,"]\{5,60\}"' "$out/$name.json"
	judge $? "$name: which MPI it is"
	grep -q 'recording them took [0-9.]* us a call' "$out/$name.txt"
	judge $? "$name: what measuring takes is said"
}

# Calls of four threads at a time, in every rank
threads() {
	local mpi=$1 name=threads_$1

	"mpicc.$mpi" -w -O2 -g -pthread -o "$out/$name" tests/mpi/threads.c
	judge $? "$mpi: threads is built"
	front "$name" "$mpi" 2 "$native"
	if grep -q 'no MPI_THREAD_MULTIPLE' "$out/$name.said"; then
		skip "$mpi: no MPI_THREAD_MULTIPLE"
		return
	fi
	exact "$mpi, four threads a rank" "$name"
}

# A pass that ends early: all ranks end, and what they did until then is told of
# all that they do.
part() {
	local mpi=$1 name=steps_$1 n=500000 got

	"mpicc.$mpi" -w -O2 -g -o "$out/$name" tests/mpi/steps.c
	judge $? "$mpi: steps is built"
	rm -f "$out/$name.db"*
	timeout $hang "$build/perfexpert-run" -v -f -n 1 -c simulate \
		--effort normal -o "$out/$name.db" "mpirun.$mpi" -np 2 \
		"$out/$name" $n >"$out/$name.said" 2>"$out/$name.log"
	judge $? "$mpi, a part: the program ends as it does natively"
	if grep -q 'without hardware breakpoints' "$out/$name.log"; then
		skip "$mpi, a part: no hardware breakpoints"
		return
	fi
	got=$(grep -o 'simulated-share="[^"]*"' "$out/$name.db" | tr -dc 0-9.)
	awk -v share="${got:-1}" 'BEGIN { exit !(share > 0 && share < 0.8) }'
	judge $? "$mpi, a part: $got of the run"
	grep -q 'threads="1" ranks="2"' "$out/$name.db"
	judge $? "$mpi, a part: of both ranks"
	got=$("$build/perfexpert" --json 0.1 "$out/$name.db" 2>/dev/null |
		grep -o '"FML_INS":\[[0-9]*' | tr -dc '0-9\n' | sort -n | tail -1)
	awk -v got="${got:-0}" -v n=$n \
		'BEGIN { r = got / (400 * 2.25 * n); exit !(r > 0.8 && r < 1.25) }'
	judge $? "$mpi, a part: $got multiplications of $((900 * n))"
}

# Two programs, one behind the other, in a script: what their ranks did is added
# up, and can be read
twice() {
	local mpi=$1 name=twice_$1

	"mpicc.$mpi" -w -O2 -g -o "$out/traffic_$mpi" tests/mpi/traffic.c
	printf '#!/bin/sh\n"$1" -np 2 "$2" && "$1" -np 2 "$2"\n' >"$out/$name.sh"
	chmod +x "$out/$name.sh"
	in_front "$name" "$native" "$out/$name.sh" "mpirun.$mpi" "$out/traffic_$mpi"
	grep -q ' 4 calls by 2 ranks' "$out/$name.txt"
	judge $? "$mpi: two programs of one script"
}

# A limit on the size of files that MPI itself keeps to: our record does, too
limited() {
	local mpi=$1 name=limited_$1

	"mpicc.$mpi" -w -O2 -g -o "$out/traffic_$mpi" tests/mpi/traffic.c
	if ! (ulimit -f 6000 && timeout $hang "mpirun.$mpi" -np 2 \
		"$out/traffic_$mpi") >"$out/$name.said" 2>&1; then
		skip "$mpi: it needs larger files than the limit allows"
		return
	fi
	(ulimit -f 6000 && timeout $hang "mpirun.$mpi" -np 2 "$build/perfexpert-run" \
		-q -f -o "$out/$name.db" "$out/traffic_$mpi") >"$out/$name.said" \
		2>"$out/$name.log"
	judge $? "$mpi: files of limited size"
}

for mpi in openmpi mpich; do
	if ! mpi_builds $mpi ||
		! command -v lua5.4 >/dev/null; then
		skip "$mpi: it, or lua5.4, is not installed"
		continue
	fi
	if wanted $mpi || wanted traffic; then
		traffic $mpi
	fi
	if wanted $mpi || wanted fortran; then
		fortran $mpi
	fi
	if wanted $mpi || wanted threads; then
		threads $mpi
	fi
	if wanted $mpi || wanted part; then
		part $mpi
	fi
	if wanted $mpi || wanted twice; then
		twice $mpi
	fi
	if wanted $mpi || wanted limited; then
		limited $mpi
	fi
	if wanted $mpi || wanted late; then
		late $mpi
	fi
done
summary
