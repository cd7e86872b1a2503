/*
 * perf_counters.h - the collector that samples the counters itself
 *
 * One run for each counter set of the plan; in a run each event is sampled by
 * its own overflows, with the instruction that it happened at.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_COUNTERS_PERF_PERF_COUNTERS_H
#define PERFEXPERT_MEASURE_COLLECT_COUNTERS_PERF_PERF_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>

#include "measure/run/launch.h"
#include "measure/run/session.h"
#include "measure/collect/clock/perf_stream.h"
#include "perf_pmu.h"

struct machine_native;
struct plan;
struct profile;
struct samples;

enum {
	PERF_COUNTERS_MAX_RUNS = 512,
	PERF_COUNTERS_MAX_NATIVES = 256,
	/* in the place of a native's number: of the time line's clock */
	PERF_COUNTERS_CLOCK = PERF_COUNTERS_MAX_NATIVES
};

struct perf_counters_run {
	size_t set; /* of the plan */
	struct launch_result launch;
	struct perf_stream_result stream;
	double samples;
	size_t native[PERF_STREAM_MAX]; /* number of each event's native */
};

struct perf_counters {
	struct session *s;
	struct plan *plan;
	struct perf_pmu pmu;
	unsigned taken; /* counters that are not ours to use */
	/* keys' event is the number of a native; system_s counts the samples
	 * that were taken in the kernel */
	struct samples *samples;
	const struct machine_native *natives[PERF_COUNTERS_MAX_NATIVES];
	double periods[PERF_COUNTERS_MAX_NATIVES];
	size_t nnatives;
	struct perf_counters_run runs[PERF_COUNTERS_MAX_RUNS];
	size_t nruns;
	size_t first; /* the set of the first run */
};

/* perf_counters_shared - one run of a rank, which is to count one set only */
static inline bool perf_counters_shared(const struct session *s)
{
	return s->ranks > 0;
}

/* perf_counters_number - which of c->natives the run's events are; new ones are
 * added */
void perf_counters_number(struct perf_counters *c,
                          struct perf_counters_run *run);

/* perf_counters_build - place every sample in a procedure or loop */
struct profile *perf_counters_build(struct perf_counters *c);

#endif
