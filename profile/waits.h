/*
 * waits.h - what threads can wait for, and waits known by name
 *
 * Kinds are the words of the "wait" facts. Waiting is processor time (a thread
 * that spins) or elapsed time (one that sleeps) in which the program's own work
 * does not go on.
 */
#ifndef PERFEXPERT_PROFILE_WAITS_H
#define PERFEXPERT_PROFILE_WAITS_H

enum wait_kind {
	WAIT_NONE,
	WAIT_BARRIER,    /* until all threads, or ranks, are there */
	WAIT_CRITICAL,   /* to be alone in a critical section */
	WAIT_LOCK,       /* a lock of the program's own */
	WAIT_ORDERED,    /* its turn in an ordered loop */
	WAIT_SCHEDULING, /* the next part of a loop, which is dealt out */
	WAIT_TASK,       /* tasks that it has made */
	WAIT_CONDITION,  /* to be signalled by another thread */
	WAIT_JOIN,       /* the end of a thread or process */
	WAIT_MESSAGE,    /* communication with one other rank */
	WAIT_COLLECTIVE, /* with all of them */
	WAIT_THREADS,    /* threads to be made: until they begin their work */
	WAIT_START,      /* the start and end of MPI */
	WAIT_IDLE,       /* the next parallel region: one thread works alone */
	WAIT_SLEEP,      /* a time */
	WAIT_SIGNAL,     /* a signal */
	WAIT_IO,         /* files, pipes, sockets */
	WAIT_OTHER,      /* in a library for threads or ranks; not known why */
	WAIT_NKINDS
};

/* wait_kind_name - "barrier"; wait_kind_of - the kind of that name, or
 * WAIT_NONE */
const char *wait_kind_name(enum wait_kind kind);
enum wait_kind wait_kind_of(const char *name);

/*
 * wait_by_name - what a procedure waits for by itself
 *
 * By the library that it is in (its file's name) or its own name: for what was
 * not seen being called. Names are those of GCC's, LLVM's, Intel's, Fujitsu's
 * and NVIDIA's OpenMP libraries, Open MPI, MPICH and what they rest on.
 */
enum wait_kind wait_by_name(const char *library, const char *procedure);

#endif
