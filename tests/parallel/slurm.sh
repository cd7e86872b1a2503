# shellcheck shell=bash disable=SC2154
# Part of tests/parallel/run.sh: a Slurm of one node, in a folder of its own and
# by this user: nothing of the system's is touched.

# free_port: one that nobody listens at
free_port() {
	local port

	for _ in 1 2 3 4 5 6 7 8 9; do
		port=$((20000 + RANDOM % 10000))
		(: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
	done
	echo $port
}

# within SECONDS COMMAND...: waits until it succeeds
within() {
	local i=$(($1 * 10))

	shift
	while ! "$@" >/dev/null 2>&1; do
		[ $((i -= 1)) -gt 0 ] || return 1
		sleep 0.1
	done
}

slurm_configure() {
	local host user

	host=$(uname -n) host=${host%%.*} user=$(id -un)
	mkdir "$slurm"/{state,spool,run} || return
	(umask 077 && head -c 1024 /dev/urandom >"$slurm/munge.key")
	cat >"$slurm/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$slurm/run/munge.sock
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/run/slurmctld.pid
SlurmdPidFile=$slurm/run/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
KillWait=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerParameters=sched_min_interval=0
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
}

# slurm_start: the three daemons; says why not
slurm_start() {
	local tool

	PATH=$PATH:/usr/sbin:/sbin
	for tool in munged slurmctld slurmd srun sbatch scancel mpicc.mpich; do
		command -v $tool >/dev/null && continue
		echo "$tool is not installed"
		return 1
	done
	if [ ! -e "$(find /usr/lib* -name mpi_pmi2.so 2>/dev/null | head -n 1)" ]; then
		echo "no plugin for PMI 2"
		return 1
	fi
	# its socket's path has to be short, and open to all
	slurm=$(mktemp -d /tmp/slurm.XXXXXX) && chmod 755 "$slurm" &&
		slurm_configure || return
	export SLURM_CONF=$slurm/slurm.conf
	if ! munged --force --key-file="$slurm/munge.key" \
		--socket="$slurm/run/munge.sock" --pid-file="$slurm/run/munged.pid" \
		--log-file="$slurm/munged.log" --seed-file="$slurm/munge.seed" \
		>"$slurm/out" 2>&1; then
		echo "munged: $(tail -n 1 "$slurm/out")"
	elif ! slurmctld >"$slurm/out" 2>&1 || ! slurmd >"$slurm/out" 2>&1; then
		echo "a daemon of Slurm does not start: $(tail -n 1 "$slurm/out")"
	elif ! within 60 timeout 10 srun -n 2 true; then
		echo "no job can be run: $(sinfo -h -N -o '%T, %E' 2>&1 | head -n 1)"
	else
		return 0
	fi
	return 1
}

slurm_stop() {
	local daemon

	[ "${slurm:-}" ] || return
	scancel --state=RUNNING >/dev/null 2>&1
	for daemon in slurmd slurmctld munged; do
		[ ! -s "$slurm/run/$daemon.pid" ] ||
			kill "$(cat "$slurm/run/$daemon.pid")" 2>/dev/null
	done
	for daemon in slurmd slurmctld munged; do
		within 20 [ ! -e "$slurm/run/$daemon.pid" ]
	done
	rm -rf "$slurm"
	unset SLURM_CONF slurm
}

# ended JOB
ended() { ! squeue -h -j "$1" 2>/dev/null | grep -q .; }

# runs_begun N: the program has begun so many
runs_begun() { [ "$(wc -c <runs)" -ge "$1" ]; }

# cut_off RUN OPTION...: submits the job, and cancels it in that run
cut_off() {
	local job

	job=$(sbatch --parsable job.sh) && within $hang runs_begun "$1" &&
		scancel "${@:2}" "$job" && within $hang ended "$job"
}

# In a job that is cancelled twice and ends the third time: the program stops in
# its second and its fourth run.
slurm_job() {
	local n=3000000 job got

	: >runs
	"$build/perfexpert-run" --job-script slurm -c simulate -n 3 \
		--limit 10m -o app.db \
		srun --mpi=pmi2 -n 2 ./ranks_slurm $n runs >job.sh
	judge $? "Slurm: a batch script"
	cut_off 2 --signal=TERM --batch
	got="$(ls app.db*) $(grep -o '[0-9]* finished run.*' app.db.log)"
	[ "$got" = "app.db
app.db.log
app.db.runs 1 finished run is kept; --resume continues" ]
	judge $? "Slurm: cancelled in the second run: ${got//$'\n'/ }"
	cut_off 4 --signal=KILL --batch
	got=$(head -n 1 app.db.runs)
	[ "$got" = 'perfexpert-runs 1 simulate 2' ]
	judge $? "Slurm: killed in another job's second run: $got"
	job=$(sbatch --parsable job.sh) && within $hang ended "$job"
	got="$(attributes app.db) $(multiplications app.db) $(wc -c <runs)"
	[ "$got" = "threads=\"1\" ranks=\"2\" $((2 * n)) 6" ]
	judge $? "Slurm: resumed, of two ranks so many multiplications, and runs: $got"
	got=$(echo app.* perfexpert*)
	[ "$got" = 'app.db app.db.log perfexpert*' ]
	judge $? "Slurm: nothing else is left: $got"
}

slurm_ranks() {
	local n=3000000 got

	OMP_NUM_THREADS=2 timeout $hang "$build/perfexpert-run" -q -n 1 -c simulate \
		-o front.db srun --mpi=pmi2 -n 2 ./ranks_slurm $n >front.log 2>&1
	got="$(attributes front.db) $(multiplications front.db)"
	[ "$got" = "threads=\"2\" ranks=\"2\" $((4 * n))" ]
	judge $? "Slurm, in front, 2 ranks of 2 threads: $got"
	timeout $hang "$build/perfexpert-run" -q -n 1 -c simulate --ranks 1 \
		-o some.db srun --mpi=pmi2 -n 2 ./ranks_slurm $n >some.log 2>&1
	got="$(multiplications some.db) $(grep -o '<thread rank="[0-9]*"' some.db)"
	[ "$got" = "$n <thread rank=\"1\"" ]
	judge $? "Slurm, in front, rank 1 of 2: $got"
	timeout $hang srun --mpi=pmi2 -n 2 "$build/perfexpert-run" -q -o behind.db \
		./ranks_slurm $n >behind.log 2>&1
	got="$(attributes behind.db) $(echo behind.db*)"
	[ "$got" = 'threads="1" ranks="2" behind.db' ]
	judge $? "Slurm, behind, 2 ranks: $got"
}

with_slurm() {
	local why

	slurm_start >"$out/slurm.why"
	if [ $? != 0 ]; then
		why=$(cat "$out/slurm.why")
		skip "Slurm: ${why:-it can not be set up}"
	elif mpicc.mpich -O2 -g -fopenmp -o "$slurm/ranks_slurm" \
		tests/parallel/ranks.c; then
		export OMP_NUM_THREADS=1
		cd "$slurm" || exit 1
		slurm_job
		slurm_ranks
		cd "$top" || exit 1
		unset OMP_NUM_THREADS
	else
		not_ok "Slurm: the program can't be built"
	fi
	cp "$slurm"/*.log "$slurm/job.sh" "$out" 2>/dev/null
	slurm_stop
}
