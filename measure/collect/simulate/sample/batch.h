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

/* Batches from..end of a window, weighted by `times` their instructions */
struct batch_window {
	size_t from, end;
	double times;
};

/*
 * batch_next_window - the next window of n batches; begin with {0}
 *
 * Code that was passed over is taken to be like its neighbours: half like the
 * window before it, half like the one after it.
 */
bool batch_next_window(const struct batch *b, size_t n, struct batch_window *w);

/*
 * batch_chance - how far chance alone may move the means of the two halves
 * apart
 *
 * From the differences of successive windows: of five or six random values, six
 * in seven differ by less; the halves of a straight line differ by two to three
 * times as much. 0: too few windows
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
 * From five windows on, each window is one value: batches of one window are
 * alike and do not show how windows differ (cluster sampling: Cochran, Sampling
 * Techniques, ch. 9). Unequal weights reduce the effective number of values
 * (Kish, Survey Sampling, 1965). INFINITY: too few
 */
double batch_error(const struct batch *b, size_t n, batch_value *value,
                   size_t which);

/*
 * batch_error_between - the same where everything not seen lies between the
 * windows
 *
 * Then the windows are a systematic sample, which shows a change of the run
 * where it happens: the difference of two successive windows bounds what lies
 * between them (the estimator v2 of Wolter, Introduction to Variance
 * Estimation, ch. 8).
 */
double batch_error_between(const struct batch *b, size_t n, batch_value *value,
                           size_t which);

#endif
