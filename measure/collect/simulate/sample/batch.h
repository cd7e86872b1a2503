/*
 * batch.h - what was watched of a section, and how well its means are known
 *
 * A section is watched in windows, one after the other; what it executed in
 * between was passed over. Each window is cut into batches of about as many
 * instructions. Means are by instruction.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_BATCH_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_BATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "arch/lcpi.h"
#include "measure/collect/simulate/protocol/sim_events.h"

enum { BATCH_BOUNDS = LCPI_STANDARD - 1 };

struct batch {
	double events[SIM_EVENTS_MAX]; /* [0] TOT_INS */
	double bars[BATCH_BOUNDS];     /* in characters */
	double guess[BATCH_BOUNDS]; /* of that: of what is counted only where it
	                               is watched */
	unsigned window; /* batches in a row: nothing was passed over */
	double passed;   /* instructions, after it */
};

/* A batch's value for an instruction; which: what of it */
typedef double batch_value(const struct batch *b, size_t which);

/* Batches from..end of a window, which stand for `times` their instructions. */
struct batch_window {
	size_t from, end;
	double times;
};

/*
 * batch_next_window - the next window of n batches; begin with {0}
 *
 * What was passed over is like what was watched next to it: half like that
 * before, half like that after it.
 */
bool batch_next_window(const struct batch *b, size_t n, struct batch_window *w);

/*
 * batch_chance - what the means of the two halves mostly differ by where only
 * chance does it
 *
 * By what windows differ by from the next ones: of five or six, whose values
 * are drawn by lot, six in seven differ by less; a straight line has two to
 * three times as much. 0: too few windows to tell
 */
double batch_chance(const struct batch *b, size_t n, batch_value *value,
                    size_t which);

/* batch_half - where the second half of the windows begins; of one, of its
 * batches */
size_t batch_half(const struct batch *b, size_t n);

/* batch_plain_mean - of what was watched */
double batch_plain_mean(const struct batch *b, size_t n, batch_value *value,
                        size_t which);

/* batch_mean - with what was passed over as its neighbours */
double batch_mean(const struct batch *b, size_t n, batch_value *value,
                  size_t which);

/*
 * batch_error - half-width of the mean's 95 % interval, where the batches are a
 * sample of something that goes on
 *
 * From five windows on, each is one value: what lies between them is as
 * different from one as the others are. Batches of one are alike, and say
 * nothing of that (cluster sampling: Cochran, Sampling Techniques, ch. 9).
 * Where some stand for more than others, so many of them tell less (Kish,
 * Survey Sampling, 1965). INFINITY: too few to tell
 */
double batch_error(const struct batch *b, size_t n, batch_value *value,
                   size_t which);

/*
 * batch_error_between - the same where all that goes on lies between the
 * windows
 *
 * Then they are a systematic sample, in which a change from one part of the run
 * to another is seen where it happens: what a window differs by from the next
 * one tells of what lies between them (the estimator v2 of Wolter, Introduction
 * to Variance Estimation, ch. 8).
 */
double batch_error_between(const struct batch *b, size_t n, batch_value *value,
                           size_t which);

/* batch_spread - half of an interval that 95 % of the windows are in, each by
 * its instructions; 0 for a single one */
double batch_spread(const struct batch *b, size_t n, batch_value *value,
                    size_t which);

#endif
