/*
 * trend.h - what a rate may become in the rest of a run, by how it changed in
 * what was seen
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_TREND_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_TREND_H

#include <stddef.h>

/*
 * student_t - half of the 95 % interval of the mean of n values, in standard
 * errors
 *
 * By the first four terms of its expansion (Abramowitz and Stegun 26.7.5),
 * within 1 % for three values and closer for more; of n below 3 that of 3.
 */
double student_t(double n);

/* What was watched at one time: a window, or a piece of a long one. */
struct trend_piece {
	double value;  /* a rate, in any unit */
	double weight; /* instructions */
	double at;     /* its middle, in instructions of the section */
};

struct trend {
	/* how far one of the times that were watched may be from their mean, at
	 * a level of 95 % */
	double alike;
	/* difference of the whole run's mean from the mean seen, if the
	 * trend continues; 0 if the trend is not significant */
	double further;
};

/*
 * trend_of - of n pieces, at least one, in their order
 *
 * share: of the section's instructions that is not seen, 0..1; seen: the
 * instructions until there. Both results are in the unit of the values.
 */
struct trend trend_of(const struct trend_piece *p, size_t n, double share,
                      double seen);

#endif
