/*
 * clock.h - the core clock, measured without counters
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_CLOCK_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_CLOCK_H

#include <stddef.h>

/*
 * clock_measure - cycles per second of the core that we run on, now
 *
 * Times a chain of dependent register additions, each of which takes one cycle
 * on every CPU that perfexpert knows. The best of several short trials counts,
 * as interruptions only make it look slower. Takes about 5 ms.
 * Unit: Hz; NAN where the chain is not written for this architecture
 */
double clock_measure(void);

/*
 * clock_agreed - the clock in Hz, from several measurements
 *
 * The mean of those close to the highest; the others were interrupted. NAN
 * values are ignored; NAN if all are.
 */
double clock_agreed(const double *hz, size_t n);

/* clock_around - the same of one measurement before and one now */
double clock_around(double before);

#endif
