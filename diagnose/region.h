/*
 * region.h - what is particular to named regions: what runs in them, what their
 * begins and ends cost, and a report that is limited to one
 */
#ifndef PERFEXPERT_DIAGNOSE_REGION_H
#define PERFEXPERT_DIAGNOSE_REGION_H

#include <stdbool.h>
#include <stddef.h>

struct assess_section;
struct assess_value;
struct assessment;
struct err;

/* Begins and ends that take a larger share of a region's time are a warning. */
#define REGION_OVERHEAD 0.2

/* region_overhead - the share of a region's time that begins and ends of
 * regions took; NAN: not known, or no region */
double region_overhead(const struct assess_value *v);

/*
 * region_named - is a section the region that the report is limited to?
 *
 * By its name with its number, or by its name alone.
 */
bool region_named(const struct assessment *a, const struct assess_section *s);

/* region_within - the largest share of that region's time that a procedure or
 * loop has, in any input; 0 when it does not run there */
double region_within(const struct assessment *a,
                     const struct assess_section *s);

/* region_find - is there a region of that name?
 * Errors: ERR_USAGE, with the names of those that there are */
int region_find(const struct assessment *a, struct err *err);

/* region_check - a note on a shown region in input i: entries, elapsed time,
 * overhead, what takes its time; a warning when the overhead is large */
void region_check(struct assessment *a, struct assess_section *s, size_t i);

#endif
