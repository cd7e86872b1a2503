/*
 * simulated_facts.h - what the simulation saw of references, branches, loops
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_SIMULATED_FACTS_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_SIMULATED_FACTS_H

#include <stdbool.h>
#include <stddef.h>

struct loop_trips;
struct made_section;
struct profile;
struct profile_section;
struct scale;
struct simout;
struct spot;

/* The processes, and where each of their instructions is. Borrowed. */
struct simulated {
	struct simout *const *outs; /* [n] */
	struct spot *const *spots;  /* [n], of each an array as its instrs */
	size_t n;
	const struct scale *scale; /* NULL for simulated_work() only: 1 */
	/* which sections get facts */
	bool (*wanted)(const void *ctx, const struct profile_section *s);
	const void *ctx;
};

/*
 * simulated_facts - references, branches and calls, and how often instructions
 *                   of each kind were executed in all
 *
 * Counts are those of the whole run, as the sections' events are.
 */
void simulated_facts(struct profile *p, const struct simulated *s);

/* simulated_trips - for struct facts_source; ctx is the struct simulated */
bool simulated_trips(const void *ctx, const struct made_section *made,
                     struct loop_trips *trips);

#endif
