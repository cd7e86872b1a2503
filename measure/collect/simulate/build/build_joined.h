/*
 * build_joined.h - what processes executed, each instruction once
 *
 * A program may start thousands of processes that execute the same code: facts
 * are of code, not of processes.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_JOINED_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_JOINED_H

#include <stddef.h>

struct attribution;
struct simout;
struct simulation;
struct spot;

struct joined {
	struct simout **outs; /* of each rank one; of all processes without */
	struct spot **spots;  /* of each an array as its instrs */
	size_t n;
};

/* joined_make - release with joined_release before the simulation's outputs
 */
void joined_make(struct joined *j, struct attribution *b,
                 const struct simulation *sim);
void joined_release(struct joined *j);

#endif
