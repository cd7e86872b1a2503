/*
 * perf_pmu.h - which events an Arm processor's counters have
 *
 * Linux opens an event of any number there, and one that the PMU lacks counts
 * nothing. What it has of the architecture's common events is in sysfs.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_COUNTERS_PERF_PERF_PMU_H
#define PERFEXPERT_MEASURE_COLLECT_COUNTERS_PERF_PERF_PMU_H

#include <stdbool.h>
#include <stdint.h>

struct perf_stream_event;

#define PERF_PMU_DEVICES "/sys/bus/event_source/devices"

struct perf_pmu {
	bool arm;           /* the kernel has an Arm PMU */
	uint64_t common[2]; /* a bit for each of 0x0.., and of 0x4000.. */
};

/* perf_pmu_read - devices is PERF_PMU_DEVICES, but for tests */
void perf_pmu_read(struct perf_pmu *p, const char *devices);

/* perf_pmu_lacks - the kernel says that there is no such event */
bool perf_pmu_lacks(const struct perf_pmu *p,
                    const struct perf_stream_event *e);

/* perf_pmu_unsure - it opens whether it is there or not: if it counts 0, it is
 * not measured */
bool perf_pmu_unsure(const struct perf_pmu *p,
                     const struct perf_stream_event *e);

#endif
