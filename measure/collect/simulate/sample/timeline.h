/*
 * timeline.h - how much of a run's beginning is representative of all of it
 *
 * By clock samples in the order in which they were taken. A section's places
 * are its instructions that samples hit: where it does something else, or waits
 * for something else, other places are hit. Its beginning is long enough when
 * its places have the same frequencies as in the rest, but for chance and for
 * differences that do not matter.
 *
 * Two sets of counts are compared by Pearson's chi-square of homogeneity. Its
 * excess over chance is the divergence of the two distributions; half of the
 * root of that is a lower bound of the share of time spent at other places.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_TIMELINE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_TIMELINE_H

#include <stddef.h>
#include <stdint.h>

#define TIMELINE_NONE UINT32_MAX

struct timeline_sample {
	uint32_t section; /* TIMELINE_NONE: of none that matters */
	uint32_t place;   /* within all of the program */
};

struct timeline_need {
	double begins; /* share of the run at which it has begun to be executed
	                */
	double need;   /* and share that represents it, at least begins; 0..1 */
};

/*
 * timeline_needs - for each of nsections; need: room for them
 *
 * A section without samples needs nothing. run: where each run's samples end,
 * of nruns. All runs do the same, so what differs in one of them only is of
 * what else the machine does.
 */
void timeline_needs(const struct timeline_sample *samples, const size_t *run,
                    size_t nruns, size_t nsections, struct timeline_need *need);

/*
 * timeline_differ - share of time, 0..1, that one of two sets of counts, over
 * the same n places, spends elsewhere than the other, at least; 0 when that may
 * be chance
 */
double timeline_differ(const double *a, const double *b, size_t n);

#endif
