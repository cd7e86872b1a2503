/*
 * area.h - what one process of an MPI program leaves: a file that the library
 * in it maps and perfexpert-run reads when the run has ended
 *
 * A process that never starts MPI leaves none. The program may write anything
 * here, so the reader believes nothing.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_MPI_AREA_H
#define PERFEXPERT_MEASURE_COLLECT_MPI_AREA_H

#include <stdint.h>

/* The folder that the files are put into */
#define MPI_AREA_VARIABLE "PERFEXPERT_MPI"

enum {
	MPI_AREA_MAGIC = 0x1a1d0004,
	MPI_AREA_SITES = 4096,
	MPI_AREA_PATHS = 128,
	MPI_AREA_PATH = 512,
	MPI_AREA_BINS = 4,
	MPI_AREA_EVENTS = 1 << 17, /* of few processes; of many, less */
	MPI_SITE_READY = 2,
};

/*
 * Message lengths from these on are in the next bin: 0 to 4 KB, to 64 KB, to
 * 1 MB, and longer. Source: fapp's MPI information (Fujitsu Profiler User's
 * Guide, "Information about MPI").
 */
#define MPI_AREA_BIN_ENDS                                                      \
	{                                                                      \
		4096, 65536, 1048576                                           \
	}

/* A place that calls a function of MPI. Times are of the wall clock. */
struct mpi_area_site {
	uint32_t state, call;
	uint64_t address; /* that the call returns to */
	uint64_t vaddr;   /* the same in the file of number path */
	uint32_t path, pad;
	uint64_t calls, time_ns, longest_ns;
	uint64_t sent, received, messages; /* bytes; calls in the bins */
	uint64_t bin[MPI_AREA_BINS];
	uint64_t could; /* calls in which one could have waited for others */
};

/*
 * One end of a message, or one process's part in a collective call: with the
 * same key and number at all that take part. Of many only some are kept:
 * those whose key and number, mixed, are divisible by stride, so that all keep
 * the same.
 */
enum mpi_event_kind {
	MPI_EVENT_SEND,
	MPI_EVENT_RECV,
	MPI_EVENT_SENT,    /* a send that was started before was waited for */
	MPI_EVENT_PROBED,  /* a message was waited for, and is received later */
	MPI_EVENT_ALL,     /* all wait for all */
	MPI_EVENT_LOWER,   /* each waits for lower ranks */
	MPI_EVENT_ROOT,    /* others wait for it */
	MPI_EVENT_OF_ROOT, /* it waits for the root */
	MPI_EVENT_TO_ROOT, /* the root waits for it */
	MPI_EVENT_WAITING_ROOT,
	MPI_NEVENTS
};

struct mpi_area_event {
	uint64_t key;
	uint32_t number;
	uint16_t kind, site;       /* where it waited, in mpi_area.site */
	uint64_t begun_ns;         /* from here on the others need not wait */
	uint64_t enter_ns, end_ns; /* when it waited */
	uint32_t call;             /* events of one call have the same */
	uint32_t size, own;        /* of a collective: processes, own number */
	uint32_t pad;
};

struct mpi_area {
	uint32_t magic, pid;
	int32_t rank, size; /* in MPI_COMM_WORLD; -1 */
	uint32_t finished;  /* MPI_Finalize was called */
	uint32_t stride;    /* of events, a power of two */
	uint64_t nevents;
	uint64_t begun_ns, ended_ns; /* after MPI_Init, in Finalize */
	uint64_t dropped;            /* calls for which was no room */
	uint64_t own_ns;             /* that looking at calls took */
	uint32_t npaths, nsites;
	char library[128]; /* what MPI says that it is */
	char unknown[64];  /* or why it is not measured */
	char path[MPI_AREA_PATHS][MPI_AREA_PATH];
	char boot[40]; /* whose clock it is */
	struct mpi_area_site site[MPI_AREA_SITES];
	struct mpi_area_event event[MPI_AREA_EVENTS];
};

#endif
