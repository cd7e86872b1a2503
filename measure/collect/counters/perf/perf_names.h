/*
 * perf_names.h - native events as perf_event_open(2) takes them
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_COUNTERS_PERF_PERF_NAMES_H
#define PERFEXPERT_MEASURE_COLLECT_COUNTERS_PERF_PERF_NAMES_H

#include <stdbool.h>

struct machine_native;
struct perf_stream_event;

/*
 * perf_names_event - set type and config for a native event
 *
 * By the generic name that the machine file gives (or that the native's own
 * name is: "cpu-clock", "perf::BRANCH-MISSES"), else by its raw code; false
 * when it has neither.
 */
bool perf_names_event(const struct machine_native *n,
                      struct perf_stream_event *event);

#endif
