/*
 * build_regions.h - the sections of named regions, from samples and simulation
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_REGIONS_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_REGIONS_H

#include <stddef.h>

struct attribution;
struct native;
struct simulation;
struct spot;

/* What was measured, and how it becomes events. */
struct region_source {
	const struct native *native;
	const struct simulation *sim; /* NULL: none */
	const struct spot *spots;     /* of the samples, in their order */
	/* cycles of a second of CPU time in a run */
	double (*clock)(const void *ctx, size_t run);
	const void *ctx;
	size_t system, faults; /* events */
	size_t sim_events;     /* the first simulated one */
	double scale; /* of simulated counts, where the pass was ended early */
};

/* build_regions - add them, with notes on pairs that don't match */
void build_regions(struct attribution *b, const struct region_source *from);

#endif
