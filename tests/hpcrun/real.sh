#!/bin/bash
# perfexpert-run with a real HPCToolkit: two sets of the kernel's software events,
# threads, ranks, an interrupt and what follows, a program that fails.
#
#	tests/hpcrun/real.sh [FOLDER]
#
# FOLDER (default: $HPCTOOLKIT) is where it is installed, with bin/hpcrun. Without
# one these are skips.
set -u
folder=${1:-${HPCTOOLKIT:-}}
cd "$(dirname "$0")/../.." || exit 1
top=$PWD
build=$(realpath "${BUILD:-build}")
# shellcheck source=tests/verdicts.sh
. tests/verdicts.sh
cases=("two sets of events" threads ranks interrupt "a program that fails")
if [ ! -x "$folder/bin/hpcrun" ]; then
	for name in "${cases[@]}"; do
		skip "a real HPCToolkit, $name: HPCTOOLKIT names no folder of one"
	done
	summary
	exit
fi
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
PATH=$(realpath "$folder")/bin:$PATH
export PATH LC_ALL=C PERFEXPERT_DATA=$top
export TMPDIR=$scratch XDG_CACHE_HOME=$scratch/cache
for program in work threads; do
	gcc -O1 -g -o "$scratch/$program" tests/hpcrun/$program.c -pthread || exit 1
done
cp tests/hpcrun/soft.lua "$scratch"
cd "$scratch" || exit 1

# measure STATUS ARGUMENT...: into app.db
measure() {
	local want=$1

	rm -rf app.db*
	timeout 600 "$build/perfexpert-run" --collector hpcrun --machine soft.lua \
		-o app.db "${@:2}" >out 2>err </dev/null
	status=$?
	[ $status = "$want" ] && return
	bad "exit status $status instead of $want" err
	return 1
}

# holds PATTERN: in app.db
holds() {
	grep -qE -- "$1" app.db && return
	bad "there is no $1" err
	return 1
}

# took SECONDS: processor time at the clock of soft.lua, 2 GHz; a sampler may be
# off by a third
took() {
	local cycles

	cycles=$(grep -m1 '<sum>' app.db | sed 's/ *<[^>]*>//g' | cut -d' ' -f1)
	awk -v c="$cycles" -v s="$1" 'BEGIN { exit !(c > 0.67 * 2e9 * s && c < 1.5 * 2e9 * s) }' &&
		return
	bad "$cycles cycles in $1 s of 2 GHz" err
	return 1
}

open_case "${cases[0]}: $(hpcrun -V 2>&1 | head -n 1)"
measure 0 ./work 1 && took 1 && holds 'purpose="counter set 2 of 2"' &&
	holds 'kind="loop" file="[^"]*work.c" line="1[34]"' && ok

open_case threads
measure 0 ./threads && took 1.2 && holds 'threads="[34]"' && ok

open_case ranks
if command -v mpirun >/dev/null; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
	export OMPI_MCA_rmaps_base_oversubscribe=1
	measure 0 mpirun -np 2 ./work 1 && took 2 && holds 'ranks="2"' && ok
else
	skip "no mpirun"
fi

open_case interrupt
cat >slow <<'END'
#!/bin/bash
./work 1
echo run >>runs
[ "$(wc -l <runs)" != 2 ] || kill -INT "$(cat pid)"
END
chmod +x slow
# a job in the background would ignore SIGINT
perl -e '$SIG{INT} = "DEFAULT"; open(F, ">", "pid"); print F "$$\n"; close(F);
	exec @ARGV' "$build/perfexpert-run" --collector hpcrun --machine soft.lua -f \
	-o app.db ./slow >out 2>err </dev/null
if [ $? != 4 ]; then
	bad "it was not interrupted" err
elif ! "$build/perfexpert-run" --collector hpcrun --machine soft.lua --resume -f \
	-o app.db ./slow >out 2>err </dev/null; then
	bad "it does not continue" err
else
	took 1 && holds 'purpose="counter set 2 of 2"' && ok
fi

open_case "${cases[4]}"
measure 4 ./work 1 3 && took 1 && grep -q "the program exited with status 3" err && ok
summary
