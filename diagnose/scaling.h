/*
 * scaling.h - the same program with more threads or ranks: what gets faster,
 * what does not, and why
 *
 * A section's time is what it takes of the run: the work of its busiest thread,
 * and the waiting of its calls, in the mean over the threads. Speedup is the
 * time with the fewest workers / that with more; efficiency is speedup / the
 * ratio of workers (strong scaling: the same problem).
 *
 * The loss between the first and the last measurement is divided into:
 *
 *     serial   one thread runs it, however many there are
 *     waiting  its calls wait
 *     more     more instructions are executed in all
 *     shared   the same instructions take more cycles: caches, memory
 *     uneven   the busiest thread works longer than the mean
 *
 * Source: Burtscher et al., PerfExpert, SC'10, sec. IV.B and IV.D (runs with 1
 * and 4 threads per chip; overall worse where bounds are equal: shared
 * resources); POP standard metrics (computation scalability).
 */
#ifndef PERFEXPERT_DIAGNOSE_SCALING_H
#define PERFEXPERT_DIAGNOSE_SCALING_H

#include <stddef.h>

struct arena;
struct assess_section;
struct assessment;

enum { SCALING_INPUTS = 16 };

enum scaling_loss {
	SCALING_NONE, /* efficient, or too little to matter */
	SCALING_SERIAL,
	SCALING_WAITING,
	SCALING_MORE_WORK,
	SCALING_SHARED,
	SCALING_UNEVEN,
	SCALING_NLOSSES
};

struct scaling_row {
	const struct assess_section *section; /* of the last that has it; NULL:
	                                         the whole program */
	double time_s[SCALING_INPUTS];        /* of the run; NAN: not there */
	double speedup[SCALING_INPUTS], efficiency[SCALING_INPUTS];
	double lost_s; /* of the last run, beyond perfect speed-up */
	enum scaling_loss loss;
	double loss_s[SCALING_NLOSSES]; /* lost_s by reason; about */
};

struct scaling {
	size_t n; /* measurements, by their workers */
	const struct assessment *a[SCALING_INPUTS]; /* borrowed */
	double workers[SCALING_INPUTS];             /* threads of all ranks */
	struct scaling_row *rows; /* the program, then sections by lost_s */
	size_t nrows;
	struct arena *arena;
};

/*
 * scaling_new - of n assessments of one measurement each; free with
 * scaling_free, before them
 *
 * Sections are those that take at least the threshold of the run in one of
 * them; the same when kind, names and place are.
 */
struct scaling *scaling_new(const struct assessment *const *a, size_t n,
                            double threshold);
void scaling_free(struct scaling *s);

/* scaling_loss_name - "shared", for JSON */
const char *scaling_loss_name(enum scaling_loss loss);

#endif
