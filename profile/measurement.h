/*
 * measurement.h - reads a file's <measurement>: what was run, when and how
 *
 * FORMAT.md describes the elements.
 */
#ifndef PERFEXPERT_PROFILE_MEASUREMENT_H
#define PERFEXPERT_PROFILE_MEASUREMENT_H

struct elements;
struct profile;

/* measurement_read - in is at the element; 0, or -1 and in's error is set */
int measurement_read(struct elements *in, struct profile *p);

#endif
