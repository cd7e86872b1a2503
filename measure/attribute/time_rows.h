/*
 * time_rows.h - a run's time line, from moments to the profile's series
 *
 * The run is cut into equal parts. What a thread did is spread over them, by
 * what it is (a row of the thread's) and in which section.
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_TIME_ROWS_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_TIME_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "profile/waits.h"

struct attribution;
struct profile_section;

/* What a row counts; from OF_WAIT on kinds of waiting. Amounts are seconds,
 * faults, and 10^9 cycles or instructions. */
enum {
	TIME_OF_CPU,
	TIME_OF_DELAY,
	TIME_OF_FAULTS,
	TIME_OF_CYCLES,
	TIME_OF_INS,
	TIME_OF_WAIT,
	TIME_OF_END = TIME_OF_WAIT + WAIT_NKINDS
};

/* When it was: its end, by the monotonic clock, and how long before it began */
struct time_span {
	uint64_t ns, span_ns;
};

struct time_rows;

/* time_rows_new - of a run that began at origin_ns (moments_origin) and took
 * wall_s; NULL: it has no time line. time_rows_end frees it. */
struct time_rows *time_rows_new(struct attribution *b, uint64_t origin_ns,
                                double wall_s);

/* time_rows_add - of a thread, in a section or NULL; threads beyond a limit are
 * left out, with a note */
void time_rows_add(struct time_rows *t, struct profile_section *s, unsigned of,
                   struct time_span when, unsigned thread, double amount);

/* time_rows_end - to the profile, without the sections that have little */
void time_rows_end(struct time_rows *t);

#endif
