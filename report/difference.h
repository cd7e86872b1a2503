/*
 * difference.h - what changed between two measurements, on one screen
 *
 * What perfexpert says of two files where no threshold is given: how many times
 * as fast the second one is, and each place that took more or less time, those
 * that changed by most seconds first, with the reason. What runs and samples
 * differ by is said to be noise.
 */
#ifndef PERFEXPERT_REPORT_DIFFERENCE_H
#define PERFEXPERT_REPORT_DIFFERENCE_H

#include <stddef.h>

struct assessment;
struct strbuf;

/* A place, its change ("2.00 -> 1.00 s, 2.0x as fast"), and why: NULL where
 * that is not known */
typedef void (*difference_place)(void *ctx, const char *place,
                                 const char *change, const char *why);

/* difference_places - of an assessment of two inputs, each place that takes
 * clearly more or less time; how many these are */
size_t difference_places(const struct assessment *a, difference_place add,
                         void *ctx);

/* difference_verdict - "a.db -> b.db: 2.00 -> 1.00 s, 2.0x as fast" */
void difference_verdict(struct strbuf *b, const struct assessment *a);

extern const struct report report_difference;

#endif
