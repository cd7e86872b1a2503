/*
 * advice_waits.h - threads that wait, for each kind of waiting: what
 * check_advice.c makes profiles of, by the words of advice_cases.h
 */
#ifndef PERFEXPERT_TESTS_ADVICE_WAITS_H
#define PERFEXPERT_TESTS_ADVICE_WAITS_H

#include "advice_cases.h"

#define WAITING(kind, call)                                                    \
	INNER "trips=60 iterations=5e5 entries=1e4;wait kind=" kind            \
	      " call=" call " file=x.c line=12 cpu_s=4 blocked_s=2;"

#define FOR_ONE(more)                                                          \
	"threads n=2 imbalance=0.1;loop trips=100 iterations=2e4 "             \
	"entries=200;callee name=GOMP_single_start file=x.c line=11 "          \
	"calls=2e4 indirect=no;wait kind=barrier call=GOMP_barrier "           \
	"file=x.c line=11 cpu_s=4 blocked_s=2;" more
#define ROWS(times) INNER "trips=5000 iterations=5e7 entries=" times ";"

static const struct advice_case waiting[] = {
	{ "threads that ask for iterations", "deal-out-larger-parts", true,
	  "threads=2 cpu=15 late=1 uneven=1", GCC_O2, TURNS,
	  WAITING("scheduling", "GOMP_loop_dynamic_next") },
	{ "threads that wait at a barrier", "share-work-evenly", true,
	  "threads=2 cpu=15 late=1 uneven=1", GCC_O2, TURNS,
	  WAITING("barrier", "GOMP_barrier") },
	{ "threads that wait for one", "share-single-work", true,
	  "threads=2 cpu=15 late=1 uneven=1", GCC_O2, FOR_ONE(""),
	  ROWS("1e4") },
	{ "a part for one thread, and loops of all", "share-single-work", false,
	  "threads=2 cpu=15 late=1 uneven=1", GCC_O2, FOR_ONE(""),
	  ROWS("2e4") },
	{ "one that makes tasks for the others", "share-single-work", false,
	  "threads=2 cpu=15 late=1 uneven=1", GCC_O2,
	  FOR_ONE("callee name=GOMP_task file=x.c line=12 calls=1e6 "
	          "indirect=no;"),
	  ROWS("1e4") },
	{ "threads that wait for one", "share-work-evenly", false,
	  "threads=2 cpu=15 late=1 uneven=1", GCC_O2, FOR_ONE(""),
	  ROWS("1e4") },
	{ "threads that wait for a lock", "wait-less-for-locks", true,
	  "threads=2 cpu=15 late=1 uneven=1", GCC_O2, TURNS,
	  WAITING("lock", "pthread_mutex_lock") },
	{ "threads that wait for a critical section", "wait-less-for-locks",
	  true, "threads=2 cpu=15 delay=3 late=2 uneven=2", GCC_O2, TURNS,
	  WAITING("critical", "GOMP_critical_start") },
	{ "ranks that wait for a message", "wait-less-for-messages", true,
	  "threads=2 cpu=15 late=1 uneven=1", GCC_O2, TURNS,
	  WAITING("message", "MPI_Recv") },
	{ "ranks that wait for all", "wait-less-for-messages", true,
	  "threads=4 cpu=30 late=3 uneven=2", GCC_O2, TURNS,
	  WAITING("collective", "MPI_Allreduce") },
	{ "threads that sleep", "sleep-less", true,
	  "threads=2 cpu=8 late=1 uneven=1", GCC_O2, TURNS,
	  WAITING("sleep", "nanosleep") },
	{ "threads that read", "read-ahead", true,
	  "threads=2 cpu=8 late=1 uneven=1", GCC_O2, TURNS,
	  WAITING("I/O", "read") },
};

#endif
