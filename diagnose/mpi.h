/*
 * mpi.h - sums of a program's MPI calls: by place, by rank, in all
 *
 * Computed from profile_mpi. MPI_Init and MPI_Finalize count for their places
 * only: shares are of the time between them.
 */
#ifndef PERFEXPERT_DIAGNOSE_MPI_H
#define PERFEXPERT_DIAGNOSE_MPI_H

#include <stdbool.h>
#include <stddef.h>

#include "profile/mpi.h"

struct profile;

enum mpi_wait_for {
	MPI_WAIT_NONE,
	MPI_WAIT_SENDERS,
	MPI_WAIT_RECEIVERS,
	MPI_WAIT_LAST /* in a collective call: those that come last */
};

/* Sums over ranks, if not stated otherwise. */
struct mpi_place {
	const struct profile_mpi_site *site;
	double calls, time_s, longest_s;
	double sent, received, messages, bin[PROFILE_MPI_BINS];
	double wait_s; /* NAN: not known */
	/* over all ranks, those that don't call it too */
	double least_s, mean_s, most_s, sd_s;
	double most_rank;         /* whose time is the most */
	double late_rank, late_s; /* waited for most; NAN: none */
	double known;             /* share of the calls that could wait */
	enum mpi_wait_for wait_for;
	bool outside; /* MPI_Init, MPI_Finalize */
};

struct mpi_rank {
	double rank;
	double elapsed_s; /* NAN: not known */
	double mpi_s, wait_s;
	double work_s; /* elapsed, outside of MPI; NAN: not known */
	double calls, sent, received;
	double late_s; /* others waited for it */
	double own_s;  /* that measuring took; NAN: not known */
	bool finished;
};

struct mpi_view {
	struct mpi_place *places; /* by time */
	size_t nplaces;
	struct mpi_rank *ranks;
	size_t nranks;
	double elapsed_s, mpi_s, wait_s; /* over ranks */
	double calls, messages, sent, received;
	double own_s;   /* of the time, that measuring took; NAN: not known */
	double balance; /* mean by longest work_s; NAN: one rank */
	size_t busiest; /* of ranks */
	size_t latest;  /* that others wait for most */
};

/* mpi_view - false, and nothing to release, when p has no calls of MPI */
bool mpi_view(const struct profile *p, struct mpi_view *v);
void mpi_view_release(struct mpi_view *v);

/* mpi_view_latest - does most of the waiting concern one rank? */
bool mpi_view_latest(const struct mpi_view *v);

#endif
