/*
 * plan_search.h - few runs for a set of events
 *
 * An abstract form of the problem: items (canonical events) need natives, a
 * run holds a set of natives that the counters can take at once. Whatever fits
 * a run, a part of it fits too. Sets of natives are bit masks, so there are at
 * most 64 of them, and as many items.
 */
#ifndef PERFEXPERT_MEASURE_PLAN_PLAN_SEARCH_H
#define PERFEXPERT_MEASURE_PLAN_PLAN_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLAN_MAX = 64 };

struct plan_native {
	uint64_t counters; /* bit i: counter i can count it; 0: any */
	unsigned width;    /* 1, or 2: an even counter and the next one */
	bool fixed;        /* has its own: takes none of them */
};

/* Items that should share a run: each further run that they are spread over
 * costs its weight. */
struct plan_set {
	uint64_t items;
	unsigned weight;
};

struct plan_problem {
	unsigned counters; /* that can be programmed, at most 64 */
	unsigned taken;    /* of them, by others, whichever they are */
	struct plan_native natives[PLAN_MAX];
	uint64_t base; /* natives that are in every run */
	const uint64_t
		*exclusions; /* of each, a run holds one native at most */
	size_t nexclusions;
	uint64_t items[PLAN_MAX]; /* the natives that an item needs */
	size_t nitems;
	const struct plan_set *sets;
	size_t nsets;
};

struct plan_solution {
	unsigned run[PLAN_MAX]; /* of each item */
	unsigned nruns;
};

/* plan_fits - can these natives be counted in one run? */
bool plan_fits(const struct plan_problem *p, uint64_t natives);

/*
 * plan_search - few runs that hold all items, sets together
 *
 * How many: the items go to the first run that has room, the hardest to place
 * first. Then the same set by set, each item where it costs least, if that
 * takes no more runs. Of the machines that are shipped, one takes a run more
 * than the fewest for the events of the paper: power9, when a counter is taken.
 * False when an item does not fit a run together with the base.
 */
bool plan_search(const struct plan_problem *p, struct plan_solution *s);

/* plan_runs - how many; 0 when an item fits none */
unsigned plan_runs(const struct plan_problem *p);

#endif
