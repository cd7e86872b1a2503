/*
 * watch.h - the sections that matter, by the native runs, and their code
 *
 * A simulated pass that is to end early watches these (settle.h). Sections are
 * the innermost ones: a procedure without its loops, a loop without those in
 * it. Everything belongs to the struct watch.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_WATCH_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_WATCH_H

#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

struct native;
struct session;

struct watched {
	char *path;     /* the file that it is in; NULL: see watch_find */
	uint64_t vaddr; /* an address of it */
	double share;   /* of the native runs' time that is its own, 0..1 */
	/* share of the run at which it has begun, and that represents all of
	 * it; see timeline.h */
	double begins, need;
};

struct watch {
	struct watched *v;
	size_t n, cap;
	double seen; /* their share of the time */
	/* for the simulator, see its slices.c: lines "SECTION LOW HIGH PATH",
	 * sections from 1, by path and address */
	struct strbuf ranges;
};

/*
 * watch_find - the sections with 1 % of the time and more; release in any case
 *
 * If they have less than half of the time together (compilers, with many small
 * procedures), all other executed code is one more section, the last; its path
 * is NULL.
 */
void watch_find(struct watch *w, const struct session *s,
                const struct native *n);
void watch_release(struct watch *w);

#endif
