/*
 * known_metrics.h - HPCToolkit's metric names and the canonical events they
 * mean
 */
#ifndef PERFEXPERT_PROFILE_IMPORT_KNOWN_METRICS_H
#define PERFEXPERT_PROFILE_IMPORT_KNOWN_METRICS_H

struct hpctoolkit_metric;
struct hpctoolkit_options;

/*
 * events_translate - canonical name, scale and period of a native metric
 *
 * The caller's table (options, may be NULL) comes first, then PAPI presets,
 * perf's generic counters and the clocks; anything else keeps its own name.
 * Clocks become CPU_TIME in seconds.
 * period: as the database says, 0 when it does not
 */
struct hpctoolkit_metric
events_translate(const struct hpctoolkit_options *options, const char *native,
                 double period);

#endif
