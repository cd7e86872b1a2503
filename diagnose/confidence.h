/*
 * confidence.h - how far sampled counts, and what is made of them, can be off
 *
 * A sampled count is its number of samples times the event's period. Samples
 * are taken as Poisson: for n samples, the expected number lies in a known
 * interval in 95 % of all cases, also for n of 0. Counts that were not sampled
 * (simulated, counted) are exact: their interval is NAN.
 */
#ifndef PERFEXPERT_DIAGNOSE_CONFIDENCE_H
#define PERFEXPERT_DIAGNOSE_CONFIDENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "assessment.h"

/*
 * confidence_poisson - 95 % limits of the mean of which n samples were seen
 *
 *      P(X >= n | low) = P(X <= n | high) = 0.025;  low of 0 is 0
 *
 * Exact for fewer than CONFIDENCE_EXACT samples. Beyond, Wilson and Hilferty's
 * approximation, which is off by less than 1e-5 of the limit there.
 * n: is rounded; NAN gives NAN
 * Sources: Garwood, Biometrika 28 (1936); Wilson and Hilferty, PNAS 17 (1931)
 */
enum { CONFIDENCE_EXACT = 200 };
struct assess_interval confidence_poisson(double n);

/*
 * confidence_count - 95 % interval of a section's count of an event
 *
 * The weight of a sample is the mean of the section's samples; without any, it
 * is that of the sections around it, or a period.
 */
struct assess_interval confidence_count(const struct profile *p,
                                        const struct profile_section *s,
                                        size_t event);

/* confidence_sampled - was event k (of the assessment) sampled in any input? */
bool confidence_sampled(const struct assessment *a, size_t k);

/*
 * confidence_section - set samples and intervals of events and categories
 *
 * Events are independent of each other, so the distances from a category's
 * value to those that it has at one event's limits add up in squares.
 * Source: Zou and Donner, Statistics in Medicine 27 (2008), MOVER
 */
void confidence_section(const struct assessment *a, struct assess_section *s);

/*
 * confidence_check - warn when categories rest on few samples in input i
 *
 * One sentence for the section. It names a category when an event that it is
 * computed from has fewer than CHECK_MIN_SAMPLES samples and weighs enough to
 * be seen: at the upper end of the event's interval, what the event adds to
 * the value is a character of the bar or more (a tenth of the good CPI). So
 * the 3 of 10,000 accesses that miss a cache cause no warning. Few clock
 * samples are not said again for overall.
 */
void confidence_check(struct assessment *a, struct assess_section *s, size_t i);

#endif
