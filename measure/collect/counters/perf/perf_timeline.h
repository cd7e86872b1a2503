/*
 * perf_timeline.h - when the first run did what, beside its counters
 *
 * A clock and page faults are sampled in the same stream, on no counter. Cycles
 * and instructions come from their own samples, so that CPI and the clock that
 * ran are known over time where one run counts both.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_COUNTERS_PERF_PERF_TIMELINE_H
#define PERFEXPERT_MEASURE_COLLECT_COUNTERS_PERF_PERF_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>

struct perf_stream_event;
struct perf_stream_sample;
struct attribution;
struct machine;
struct machine_native;
struct perf_counters;
struct spot;

enum { PERF_TIMELINE_EVENTS = 2 };

/* perf_timeline_events - the clock's and the faults', after the n of a set;
 * how many there are then */
size_t perf_timeline_events(struct perf_stream_event *events, size_t n);

/* perf_timeline_clock - a sample after those of the set: i is 0 for the clock
 */
void perf_timeline_clock(struct perf_counters *c, size_t i,
                         const struct perf_stream_sample *sample);

/* perf_timeline_count - a sample of a native of the set, each of `period` */
void perf_timeline_count(struct perf_counters *c,
                         const struct machine_native *native, double period,
                         const struct perf_stream_sample *sample);

/* perf_timeline_build - to the profile; spots are those of the samples, turns
 * the factor for what was not seen of a counter */
void perf_timeline_build(struct attribution *b, const struct perf_counters *c,
                         const struct spot *spots, double turns);

#endif
