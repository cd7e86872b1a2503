/*
 * build_instructions.h - how many instructions each thread executed
 *
 * Known where simulated threads and ranks match the native ones, by rank and
 * thread number. Unknown where the program distributes its work while it runs
 * (dynamic scheduling, tasks, worker threads): under simulation, threads get
 * other parts of it.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_INSTRUCTIONS_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_INSTRUCTIONS_H

#include <stddef.h>

struct profile;
struct scale;
struct simulation;
struct spot;
struct threads;
struct waits;

/* What is needed for it; all borrowed. */
struct instructions {
	const struct simulation *sim;
	struct spot *const *spots; /* of each instruction of each process */
	const struct threads *threads;
	const struct scale *scale;
	struct waits *waits;
};

/* instructions_spread - by thread, of the sections whose cycles are known so,
 * without those of waiting */
void instructions_spread(struct profile *p, const struct instructions *in);

#endif
