/*
 * clock.h - the core clock, measured without counters
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_CLOCK_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_CLOCK_H

/*
 * clock_measure - cycles per second of the core that we run on, now
 *
 * Times a chain of dependent register additions, each of which takes one cycle
 * on every CPU that perfexpert knows. The best of several short trials counts,
 * as interruptions only make it look slower. Takes about 10 ms.
 * Unit: Hz; NAN where the chain is not written for this architecture
 */
double clock_measure(void);

#endif
