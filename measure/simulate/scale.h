/*
 * scale.h - from the counts of a part of the program to those of the whole
 *
 * A section's counts grow as its clock samples do from the part (share.h) to
 * the whole run.
 */
#ifndef PERFEXPERT_MEASURE_SIMULATE_SCALE_H
#define PERFEXPERT_MEASURE_SIMULATE_SCALE_H

struct attribution;
struct native;
struct profile_section;
struct scale;
struct share;
struct spot;

/*
 * scale_new - share NULL: the whole program was simulated, all ratios are 1
 *
 * spots: where each clock sample of the native runs belongs
 */
struct scale *scale_new(struct attribution *b, const struct native *n,
                        const struct spot *spots, const struct share *share);
void scale_free(struct scale *s);

/* scale_of - what to multiply the section's own counts by, at least 1 */
double scale_of(const struct scale *s, const struct profile_section *section);

#endif
