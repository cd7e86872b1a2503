/*
 * timeline.h - a measurement's time line as a table: what ran when
 */
#ifndef PERFEXPERT_DIAGNOSE_TIMELINE_H
#define PERFEXPERT_DIAGNOSE_TIMELINE_H

#include <stddef.h>

#include "profile/waits.h"

struct profile;
struct profile_section;

enum { TIMELINE_KINDS = 24, TIMELINE_LANES = 64 };

/* What threads did: worked in a section, or waited. */
struct timeline_kind {
	const struct profile_section *section; /* NULL: a wait, or others */
	enum wait_kind wait;                   /* WAIT_NONE: other sections */
	double time_s;                         /* over all threads */
};

/* Seconds by kind and bin: v[kind * bins + bin] */
struct timeline {
	const struct profile *profile;
	unsigned bins;
	double bin_s;
	struct timeline_kind kind[TIMELINE_KINDS]; /* most time first */
	size_t n;
	double *v;
	/* by bin, over all threads; cycles and instructions of counters */
	double *delay_s, *faults, *cpu_s, *cycles, *ins;
	unsigned threads; /* that have series */
};

/*
 * timeline_make - of all threads together
 *
 * The sections with most time, waits, and all else as "others".
 * Returns 0, or -1 where the measurement has no time line.
 */
int timeline_make(struct timeline *t, const struct profile *p);

/* timeline_thread - the same kinds of one thread, to v of the same size */
void timeline_thread(const struct timeline *t, unsigned thread, double *v);

/* timeline_most - the kind that has most of the bins from one to before
 * another, of timeline_thread's v; n: nothing was done, or less than 2 % */
size_t timeline_most(const struct timeline *t, const double *v, unsigned from,
                     unsigned to);

/* timeline_cpi - cycles per instruction of the bins from one to before another;
 * NAN: not both were counted there, or too few of them */
double timeline_cpi(const struct timeline *t, unsigned from, unsigned to);

/* timeline_clock_hz - cycles per second of processor time; NAN: as above */
double timeline_clock_hz(const struct timeline *t, unsigned from, unsigned to);

void timeline_release(struct timeline *t);

#endif
