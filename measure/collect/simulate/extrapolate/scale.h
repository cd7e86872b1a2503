/*
 * scale.h - from the counts of a part of the program to those of the whole
 *
 * A section's counts grow as its clock samples do from the part (share.h) to
 * the whole run.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_EXTRAPOLATE_SCALE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_EXTRAPOLATE_SCALE_H

#include <stddef.h>

struct attribution;
struct native;
struct profile_section;
struct scale;
struct profile;
struct share;
struct spot;
struct steer;

/*
 * scale_new - share NULL: the whole program was simulated, all ratios are 1
 *
 * spots: where each clock sample of the native runs belongs
 * steer: what ended the pass, or NULL
 */
struct scale *scale_new(struct attribution *b, const struct native *n,
                        const struct spot *spots, const struct share *share,
                        const struct steer *steer);
void scale_free(struct scale *s);

/* scale_of - what to multiply the section's own counts by, at least 1 */
double scale_of(const struct scale *s, const struct profile_section *section);

/*
 * scale_event - the same for one event, by its number in sim_events.h
 *
 * Differs where the section's first executions, with cold caches, were
 * separated from the others.
 */
double scale_event(const struct scale *s, const struct profile_section *section,
                   size_t event);

/*
 * scale_errors - set the errors of all sections, where a pass was steered
 *
 * first: the event that is the first of sim_events.h; n: how many there are
 */
void scale_errors(const struct scale *s, struct profile *p, size_t first,
                  size_t n);

#endif
