# shellcheck shell=bash disable=SC2034,SC2154
# Part of tests/programs.sh: a launcher whose processes are out of reach, in front.

# srun N PROGRAM...: as Slurm's, in sessions of their own. The rank $LOST leaves
# nothing of what it measured.
make_srun() {
	cat >"$scratch/bin/srun" <<'END'
#!/bin/bash
n=$2 status=0
shift 2
export SLURM_STEP_NUM_TASKS=$n SLURM_JOB_ID=1
for ((i = 0; i < n; i++)); do
	if [ "$i" = "${LOST:-}" ] && [ "$2" = --rank-of ]; then
		(
			while [ "$1" != -- ]; do shift; done
			SLURM_PROCID=$i exec setsid "${@:2}"
		) &
	else
		SLURM_PROCID=$i setsid "$@" &
	fi
	pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || status=$?; done
exit $status
END
	chmod +x "$scratch/bin/srun"
}

# ranks_of FILE: those that its threads are of
ranks_of() {
	grep -o '<thread rank="[0-9]*"' "$1" | tr -dc '0-9\n' | sort -u | tr '\n' ' '
}

# counted FILE: the multiplications of sweep()
counted() {
	"$report" --json 0.01 "$1" 2>/dev/null | grep -o '"FML_INS":\[[0-9]*' |
		sed 's/.*\[//' | sort -n | tail -1
}

# so_many FILE TEXT: how many ranks the measurement has, and which
so_many() {
	local got

	got=$(grep -o ' ranks="[0-9]*"' "$1" | head -1)"; $(ranks_of "$1")"
	[ "$got" = "$2" ] && return
	bad "$got instead of $2" ../err
	return 1
}

out_of_reach() {
	local PATH=$scratch/bin:$PATH timed=$scratch/bin/timed one three

	make_srun
	begin "three ranks out of reach"
	measure 0 -n 1 -o app.db srun -n 3 "$timed" &&
		says "wrote 'app.db'" && leaves app.db && valid app.db &&
		so_many app.db ' ranks="3"; 0 1 2 ' &&
		contains app.db 'name="TOT_INS"' && ok
	three=$(counted app.db)

	begin "one of them: a third of the instructions"
	measure 0 -n 1 --ranks 1 -o app.db srun -n 3 "$timed" &&
		says "wrote 'app.db'" && leaves app.db && valid app.db &&
		contains app.db 'only the ranks 1 were measured' && {
		one=$(counted app.db)
		if ! so_many app.db ' ranks="1"; 1 '; then
			:
		elif [ $((3 * one)) != "$three" ]; then
			bad "3 x $one multiplications are not $three"
		else
			ok
		fi
	}

	begin "what would be run after the launcher"
	measure 0 --dry-run --ranks 0,2 -o app.db srun -n 3 "$timed" &&
		contains ../out '^  srun -n 3 .*perfexpert-run --rank-of SCRATCH --ranks 0,2 -- .*timed$' &&
		contains ../out '^  srun -n 3 .*perfexpert-run --rank-of SCRATCH --rank-tool=[0-9]* --ranks 0,2 -- valgrind .* -- .*timed$' &&
		leaves && ok

	begin "a rank that is lost is named, the rest is used"
	LOST=1 measure 4 -n 1 -o app.db srun -n 3 "$victim" ok 60 &&
		says "1 of 3 ranks wrote no samples \(1\): only the others are included" &&
		so_many app.db ' ranks="2"; 0 2 ' &&
		leaves app.db ran && valid app.db && ok

	begin "none leaves anything"
	ln -s /bin/true prun
	measure 4 -n 1 -o app.db ./prun -n 3 "$victim" ok 60 &&
		says "no rank wrote samples: 'prun' exited with status 0" &&
		leaves prun && ok

	begin "the program of the ranks fails"
	measure 4 -n 1 -o app.db srun -n 2 "$victim" status 60 &&
		says "the program exited with status" && leaves app.db ran &&
		valid app.db && ok
}
