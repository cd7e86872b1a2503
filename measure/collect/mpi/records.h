/*
 * records.h - what the processes of an MPI program left: files as in area.h
 *
 * Nothing in them is believed: the program could write there.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_MPI_RECORDS_H
#define PERFEXPERT_MEASURE_COLLECT_MPI_RECORDS_H

#include <stddef.h>
#include <stdint.h>

struct mpi_area;

/* One that was waited for. */
struct record_late {
	int rank;
	double ns;
};

/* What of a place's time was waited for others. */
struct record_wait {
	double ns;          /* over the calls that are known */
	double receiver_ns; /* of it, as a sender */
	double together_ns; /* of it, in collective calls */
	double calls;       /* so many */
	struct record_late *late;
	size_t nlate, cap_late;
};

struct record {
	/* its events, as many as nevents says, and all before them */
	struct mpi_area *area;
	struct record_wait *wait; /* [MPI_AREA_SITES] */
};

struct records {
	struct record *v;
	size_t n, cap;
};

/* records_add - read a file; a file of another program is ignored */
void records_add(struct records *r, const char *path);

/* records_folder - all files of a folder, by name */
void records_folder(struct records *r, const char *folder);

/*
 * records_write - keep one as a file, which replaces what is there; without,
 * when it can't be
 */
void records_write(const struct records *r, size_t i, const char *path);

/*
 * records_match - who waited for whom, by both ends of messages and by all
 * parts of collective calls; sets wait
 *
 * A receiver waits until its message is sent, a sender that does not return
 * before until it is received; in a collective call all that need something
 * from the last one wait for it.
 */
void records_match(struct records *r);

void records_release(struct records *r);

#endif
