/*
 * moments.h - when the samples of one run were taken
 *
 * A bounded list: when it is full, every other moment of each thread and kind
 * is dropped, and the weight of the others doubles. Times are nanoseconds of
 * CLOCK_MONOTONIC.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_MOMENTS_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_MOMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct moments;

enum moment_kind {
	MOMENT_CPU,     /* place: of samples_all */
	MOMENT_FAULTS,  /* page faults; amount: how many */
	MOMENT_BLOCKED, /* place: the function that waits, enum wait_call */
	MOMENT_DELAY,   /* it waited for a processor */
	MOMENT_CYCLES,  /* of a counter; amount: 10^9 of them */
	MOMENT_INS,     /* instructions, too */
	MOMENT_KINDS
};

struct moment {
	uint64_t ns;      /* its end */
	uint64_t span_ns; /* and how long before it began; 0: an instant */
	enum moment_kind kind;
	uint32_t thread; /* sample_key.thread */
	uint32_t place;
	uint32_t nth;  /* of its thread and kind */
	double amount; /* seconds, faults, or 10^9 counts */
};

enum { MOMENTS_MOST = 1 << 18 };

struct moments *moments_new(void);
void moments_free(struct moments *m);

/* moments_begin - the run begins now; moments_origin - when that was, by the
 * monotonic clock; 0: never */
void moments_begin(struct moments *m);
uint64_t moments_origin(const struct moments *m);

/* moments_add - add a copy of a moment; sets its nth. A moment that begins
 * where the last one of the same thread and kind ended is joined with it. */
void moments_add(struct moments *m, const struct moment *one);

/* moments_restore, moments_put - as they were kept by another process, in their
 * order; false: there are too many */
void moments_restore(struct moments *m, uint64_t origin, uint32_t every);
bool moments_put(struct moments *m, const struct moment *one);

/* moments_all - those that were kept; every: the weight of each */
const struct moment *moments_all(const struct moments *m, size_t *n,
                                 uint32_t *every);

#endif
