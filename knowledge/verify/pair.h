/*
 * pair.h - the two sides of an example: built, run, timed, measured
 */
#ifndef PERFEXPERT_KNOWLEDGE_VERIFY_PAIR_H
#define PERFEXPERT_KNOWLEDGE_VERIFY_PAIR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

struct err;
struct suggestion;

enum { PAIR_TIMES = 9, PAIR_SIDES = 2 };

struct pair_side {
	struct strbuf source, program, db; /* paths */
	double time_s[PAIR_TIMES];
	double median_s;
};

struct pair {
	const struct suggestion *s;
	const char *scratch, *collector;   /* folder; perfexpert-run */
	struct pair_side side[PAIR_SIDES]; /* before, after */
	char repeats[24];                  /* argument of the timed runs */
	char measured[16];                 /* of the measured ones */
	double speedup, low, high; /* median and quartiles of the ratios */
};

/* pair_init - find the sources: before.c, .cpp or .f90, in this order */
int pair_init(struct pair *p, const struct suggestion *s, const char *scratch,
              const char *collector, struct err *err);
void pair_release(struct pair *p);

/* pair_build - at the suggestion's own level, with debug information */
int pair_build(struct pair *p, struct err *err);

/*
 * pair_time - run both in turn, PAIR_TIMES times; fills in the times
 *
 * Also compares what they compute.
 * Errors: ERR_PROGRAM when a side fails or the checksums differ
 */
int pair_time(struct pair *p, struct err *err);

/* pair_measure - run both under the collector, which writes side[].db */
int pair_measure(struct pair *p, struct err *err);

#endif
