/*
 * rank_variables.h - where launchers say which rank a process is
 *
 * The simulator, which has no C library, looks there too: it includes nothing.
 */
#ifndef PERFEXPERT_MEASURE_RUN_RANK_VARIABLES_H
#define PERFEXPERT_MEASURE_RUN_RANK_VARIABLES_H

/*
 * In the environment; the more special ones first.
 * Slurm's is set in batch scripts too, which are no ranks: there the second
 * name is missing. Sources: mpirun(1) of Open MPI, PMIx and PMI-1, MVAPICH2,
 * Cray ALPS and PALS, srun(1).
 */
struct rank_variable {
	const char *rank, *with; /* with: NULL, or what has to be set too */
};
#define RANK_VARIABLES                                                         \
	{ "OMPI_COMM_WORLD_RANK", NULL }, { "PMIX_RANK", NULL },               \
		{ "PMI_RANK", NULL }, { "MV2_COMM_WORLD_RANK", NULL },         \
		{ "ALPS_APP_PE", NULL }, { "PALS_RANKID", NULL },              \
	{                                                                      \
		"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"                         \
	}

#endif
