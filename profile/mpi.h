/*
 * mpi.h - what a parallel program did in MPI: in each place, by each rank
 *
 * Of one run, the first. Times are elapsed, summed over the calls of a rank.
 * A length counts what a call sends and receives, as fapp's does; what a
 * process gives itself in a collective call counts too.
 */
#ifndef PERFEXPERT_PROFILE_MPI_H
#define PERFEXPERT_PROFILE_MPI_H

#include <stdbool.h>
#include <stddef.h>

struct elements;
struct profile;
struct strbuf;

enum {
	PROFILE_MPI_BINS = 4, /* of lengths: to 4 KB, 64 KB, 1 MB, longer */
	PROFILE_MPI_MAX_RANKS = 1 << 20,
	PROFILE_MPI_MAX_SITES = 1 << 13,
	PROFILE_MPI_MAX_ROWS = 1 << 22, /* of all sites */
};

/* What one rank did in one place. */
struct profile_mpi_row {
	double rank;
	double calls, time_s, longest_s;
	double sent, received; /* bytes */
	double messages;       /* calls that are in the bins */
	double bin[PROFILE_MPI_BINS];
	/* of time_s: before those that were waited for had come; NAN: not
	 * known. late_rank is one that most of it was waited for; NAN */
	double wait_s, late_rank, late_s;
	double receiver_s; /* of wait_s: as a sender, for receivers */
	double together_s; /* of wait_s: in collective calls; NAN: not known */
	double could, known; /* calls that could wait, and known ones of them */
};

/* A place that calls a function of MPI. */
struct profile_mpi_site {
	const char *call;      /* "MPI_Send" */
	const char *procedure; /* demangled, or "" */
	const char *module;    /* base name of the file, or "" */
	const char *file;      /* source, or NULL */
	unsigned line;
	struct profile_mpi_row *rows; /* by rank; those that called it */
	size_t n, cap;
};

struct profile_mpi_rank {
	double rank;
	double elapsed_s; /* between MPI_Init and MPI_Finalize; NAN */
	double own_s;     /* that perfexpert's part of its calls took; NAN */
	bool finished;    /* it came to MPI_Finalize */
};

struct profile_mpi {
	const char *library; /* "Open MPI v4.1.4" */
	double size;         /* of MPI_COMM_WORLD */
	double machines;     /* that it ran on, each with its clock; NAN */
	struct profile_mpi_rank *ranks;
	size_t nranks, cap_ranks;
	struct profile_mpi_site *sites;
	size_t n, cap, rows;
};

/* profile_mpi_new - an empty one, as p->mpi */
struct profile_mpi *profile_mpi_new(struct profile *p, const char *library,
                                    double size);

/* profile_mpi_rank_add - one more rank, copied; kept in order; a second of the
 * same number, of another program, is added to the first */
void profile_mpi_rank_add(struct profile *p, const struct profile_mpi_rank *r);

/* profile_mpi_site - the site that looks the same, made when it is new; texts
 * are copied; NULL: there are too many */
struct profile_mpi_site *profile_mpi_site(struct profile *p,
                                          const struct profile_mpi_site *like);

/* profile_mpi_row_add - what a rank did there, copied; a second of the same
 * rank is added to the first */
struct profile_mpi_row *profile_mpi_row_add(struct profile *p,
                                            struct profile_mpi_site *s,
                                            const struct profile_mpi_row *r);

/* profile_mpi_merge - what one rank's measurement has, into that of all */
void profile_mpi_merge(struct profile *to, const struct profile *p);

/* mpi_read - <mpi library="..." size="4">, with <rank>, <site> and <row> */
int mpi_read(struct elements *in, struct profile *p);
void mpi_write(struct strbuf *b, const struct profile *p);

#endif
