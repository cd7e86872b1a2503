/*
 * phases.h - the parts of a run in which it does different things
 *
 * Found in the time line by changes.h; a phase has at least a fiftieth of the
 * run, and of what is known of it, and there are at most PHASES_MOST: a program
 * that does the same things again and again, faster than that, is one phase.
 * Neighbours of which less than a tenth of the time differs, beyond what so few
 * samples differ by chance, are one, too.
 */
#ifndef PERFEXPERT_DIAGNOSE_PHASES_H
#define PERFEXPERT_DIAGNOSE_PHASES_H

#include <stddef.h>

#include "assessment.h"
#include "timeline.h"

enum { PHASES_MOST = 24, PHASES_PARTS = 4 };

struct phase {
	unsigned from, to; /* bins, to: one after the last */
	double from_s, to_s;
	/* phases with the same label do the same: 0 is the first of them */
	unsigned label;
	/* over all threads; elapsed: all of their time in the phase */
	double cpu_s, wait_s, delay_s, faults;
	double cpi, clock_hz; /* by counters over time; NAN: not counted */
	struct {
		size_t kind;  /* in timeline.kind */
		double share; /* of cpu_s + wait_s */
	} part[PHASES_PARTS]; /* the largest, from 5 % on */
	size_t nparts;
	/* as one section: counts are those of its sections, by the time that
	 * they take in it; as if each did the same in all phases */
	struct assess_section section;
};

struct phases {
	struct timeline timeline;
	/* its times, waits as on a machine that is free: who waits for a thread
	 * waits as much longer as that one waits for a processor */
	double *free_s;
	struct phase phase[PHASES_MOST];
	size_t n; /* 0: there is no time line */
};

/* phases_find - of an input; release with phases_release */
void phases_find(struct phases *p, const struct assessment *a, size_t input);
void phases_release(struct phases *p);

/* phases_name - "A", "B", ..., for a label */
char phases_name(unsigned label);

#endif
