/*
 * build_threads.h - which threads are the program's, and their elapsed time
 *
 * Not the program's are the threads that MPI's libraries make for themselves,
 * and the launcher's processes beside the ranks.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_THREADS_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct profile;
struct sample_thread;
struct samples;
struct threads;

#define THREADS_NONE UINT32_MAX

/*
 * threads_new - the threads of all runs: the same rank and number are one
 *
 * timed knows who they are, clock has their time; the same, or two. Borrowed.
 */
struct threads *threads_new(const struct samples *timed,
                            const struct samples *clock);
void threads_free(struct threads *t);

/* threads_timed, threads_clock - which thread it is, by run and index of a
 * sample_key of timed or clock; THREADS_NONE: none of the program's own */
uint32_t threads_timed(const struct threads *t, uint16_t run, uint32_t index);
uint32_t threads_clock(const struct threads *t, uint16_t run, uint32_t index);

/* threads_counts - is it a thread of the program, of those of samples? */
bool threads_counts(const struct threads *t, const struct samples *s,
                    const struct sample_thread *of);

/* threads_count - ranks, and threads of the rank that has most; at least 1 */
void threads_count(const struct threads *t, double *ranks, double *threads);

/* threads_number - index of a thread from its rank (-1: a single process
 * without ranks) and its number; THREADS_NONE if unknown */
uint32_t threads_number(const struct threads *t, int rank, uint32_t number);

/* threads_elapsed - to the profile: its threads, and as a fact what the elapsed
 * time went to; means over the runs */
void threads_elapsed(struct profile *p, const struct threads *t, size_t runs);

#endif
