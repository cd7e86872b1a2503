/*
 * mpi_run.h - what a program does in MPI, of one of its runs
 *
 * A library of ours (library/) is loaded into it; each process leaves a record
 * (area.h) in a folder, which is read when the run has ended.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_MPI_MPI_RUN_H
#define PERFEXPERT_MEASURE_COLLECT_MPI_MPI_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "measure/run/ld_preload.h"

struct err;
struct profile;
struct session;

struct mpi_run {
	bool on; /* something is to be released */
	struct preload library;
	char *folder;
};

/*
 * mpi_run_open - see to it that the session's runs load the library
 *
 * Does nothing where the program is not one of MPI, as far as can be seen from
 * outside: it is started by a launcher, is a rank or a script, or names the
 * library. Where it can't be done, why is said with --verbose.
 */
void mpi_run_open(struct mpi_run *m, struct session *s);

/*
 * mpi_run_take - what the run left, into the measurement
 *
 * part: of a rank that was measured alone, its part, beside which its record is
 * kept for who joins them; or NULL. Without it the waits are not known.
 */
void mpi_run_take(struct mpi_run *m, struct profile *p, const char *part);
void mpi_run_close(struct mpi_run *m);

/* mpi_run_joined - from the records beside the parts of ranks; a ranks_joined
 */
void mpi_run_joined(struct profile *p, const char *const *paths, size_t n);

#endif
