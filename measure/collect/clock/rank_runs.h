/*
 * rank_runs.h - native runs of ranks that are out of our reach
 *
 * srun's processes are children of daemons, on other nodes: so perfexpert-run
 * lets the launcher start it, samples the one rank that it is, and leaves
 * what it found (native_text.h) as a file in a folder that all can reach:
 * "run.00003.8" of rank 3 of 8. Who started the launcher reads them.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_RANK_RUNS_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_RANK_RUNS_H

#include <stdint.h>

struct err;
struct native;
struct samples;
struct session;

/*
 * rank_runs_one - run the session's program as rank of size, and leave the file
 *
 * Its exit status or signal are in the session.
 * Errors: as native_measure, ERR_SYSTEM
 */
int rank_runs_one(struct session *s, const char *folder, int rank, int size,
                  struct err *err);

/*
 * rank_runs_read - the files of all ranks, as the next run of n
 *
 * n->runs[n->nruns].launch has how the launcher ended; times become the ranks'.
 * The files are removed. A rank that left none is named in s->problem.
 * Errors: ERR_PROGRAM when there is none at all
 */
int rank_runs_read(struct session *s, struct native *n, struct err *err);

/*
 * rank_runs_join - add samples of a rank, of its run 0, to those of run `run`
 *
 * Threads are numbered from first on; those of no rank become the rank's.
 */
struct rank_runs_place {
	int rank;
	uint16_t run;
	uint32_t thread, process; /* the first that is free */
};
void rank_runs_join(struct samples *to, struct samples *from,
                    const struct rank_runs_place *at);

#endif
