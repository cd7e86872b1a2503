/*
 * native_metrics.h - HPCToolkit's metric names as a machine file knows them
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_COUNTERS_HPCRUN_NATIVE_METRICS_H
#define PERFEXPERT_MEASURE_COLLECT_COUNTERS_HPCRUN_NATIVE_METRICS_H

#include <stdbool.h>

struct hpctoolkit_metric;
struct machine;
struct machine_native;
struct plan;

struct metrics {
	const struct machine *machine;
	const struct plan *plan; /* knows the periods; NULL: unknown */
};

/*
 * metrics_translate - for struct hpctoolkit_options; ctx is a struct metrics
 *
 * A native that maps to one event becomes that event, others keep the
 * native's name, for canonical_events.
 */
bool metrics_translate(void *ctx, const char *name,
                       struct hpctoolkit_metric *metric);

/* metrics_native - the machine's native of that metric name, or NULL; the case
 * and a prefix before "::" do not matter, a PAPI preset will do */
const struct machine_native *metrics_native(const struct machine *m,
                                            const char *name);

#endif
