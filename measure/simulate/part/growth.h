/*
 * growth.h - by what counts grow from a part of the program to the whole run
 *
 * Clock samples of a section tell it, with the noise of so many samples; how
 * often the whole run executes one instruction that the part executed N times
 * tells it to 1/N, of the code that does the same again and again.
 */
#ifndef PERFEXPERT_MEASURE_SIMULATE_PART_GROWTH_H
#define PERFEXPERT_MEASURE_SIMULATE_PART_GROWTH_H

#include <stddef.h>

/* A section's own processor time, in all native runs and in the part. */
struct growth_times {
	double whole_s, part_s;
	double part_samples;
};

/* Fewer samples than this in the part say nothing about one section. */
extern const double growth_least_samples;

/*
 * growth_by_time - whole by part
 *
 * each: what the times of all native runs are multiplied by to be those of the
 * run that found the part: its speed (share.h) by the number of runs
 */
double growth_by_time(const struct growth_times *t, double each);

/*
 * growth_bias - by_count, by what the samples say of the same code
 *
 * The run that finds the part learns of its end some time after it, and starts
 * with cold caches and a slow clock, so that its samples make the part too
 * long. Of the code that grows about as by_count does, all of the difference is
 * taken for that. 1 where by_count is NAN or too little of the part grows so.
 */
double growth_bias(const struct growth_times *t, size_t n, double each,
                   double by_count);

#endif
