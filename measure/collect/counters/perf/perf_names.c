#include "perf_names.h"

#include <linux/perf_event.h>
#include <strings.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "measure/collect/clock/perf_stream.h"

/* Source: perf_event_open(2) and the names that perf(1) gives them. */
static const struct {
	const char *name;
	uint32_t type;
	uint64_t config;
} generic[] = {
	{ "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ "cache-references", PERF_TYPE_HARDWARE,
	  PERF_COUNT_HW_CACHE_REFERENCES },
	{ "cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
	{ "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch-instructions", PERF_TYPE_HARDWARE,
	  PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{ "bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES },
	{ "ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES },
	{ "stalled-cycles-frontend", PERF_TYPE_HARDWARE,
	  PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
	{ "stalled-cycles-backend", PERF_TYPE_HARDWARE,
	  PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
	{ "cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK },
	{ "task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
	{ "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	{ "faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	{ "minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN },
	{ "major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ },
	{ "context-switches", PERF_TYPE_SOFTWARE,
	  PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ "cs", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ "cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS },
	{ "migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS },
	{ "alignment-faults", PERF_TYPE_SOFTWARE,
	  PERF_COUNT_SW_ALIGNMENT_FAULTS },
	{ "emulation-faults", PERF_TYPE_SOFTWARE,
	  PERF_COUNT_SW_EMULATION_FAULTS },
};

/* "L1-dcache-load-misses": a cache, then what happens in it */
static const struct {
	const char *name;
	uint64_t id;
} caches[] = {
	{ "L1-dcache", PERF_COUNT_HW_CACHE_L1D },
	{ "L1-icache", PERF_COUNT_HW_CACHE_L1I },
	{ "LLC", PERF_COUNT_HW_CACHE_LL },
	{ "dTLB", PERF_COUNT_HW_CACHE_DTLB },
	{ "iTLB", PERF_COUNT_HW_CACHE_ITLB },
	{ "branch", PERF_COUNT_HW_CACHE_BPU },
	{ "node", PERF_COUNT_HW_CACHE_NODE },
}, operations[] = {
	{ "-loads", PERF_COUNT_HW_CACHE_OP_READ << 8 },
	{ "-load-misses", PERF_COUNT_HW_CACHE_OP_READ << 8 |
	                          PERF_COUNT_HW_CACHE_RESULT_MISS << 16 },
	{ "-stores", PERF_COUNT_HW_CACHE_OP_WRITE << 8 },
	{ "-store-misses", PERF_COUNT_HW_CACHE_OP_WRITE << 8 |
	                           PERF_COUNT_HW_CACHE_RESULT_MISS << 16 },
	{ "-prefetches", PERF_COUNT_HW_CACHE_OP_PREFETCH << 8 },
	{ "-prefetch-misses", PERF_COUNT_HW_CACHE_OP_PREFETCH << 8 |
	                              PERF_COUNT_HW_CACHE_RESULT_MISS << 16 },
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static bool find_cache(const char *name, struct perf_stream_event *e)
{
	for (size_t i = 0; i < COUNT(caches); i++) {
		size_t n = strlen(caches[i].name);

		if (strncasecmp(name, caches[i].name, n) != 0)
			continue;
		for (size_t k = 0; k < COUNT(operations); k++) {
			if (strcasecmp(name + n, operations[k].name) != 0)
				continue;
			e->type = PERF_TYPE_HW_CACHE;
			e->config = caches[i].id | operations[k].id;
			return true;
		}
	}
	return false;
}

static bool find_name(const char *name, struct perf_stream_event *e)
{
	if (strncasecmp(name, "perf::", 6) == 0)
		name += 6;
	for (size_t i = 0; i < COUNT(generic); i++) {
		if (strcasecmp(name, generic[i].name) == 0) {
			e->type = generic[i].type;
			e->config = generic[i].config;
			return true;
		}
	}
	return find_cache(name, e);
}

bool perf_names_event(const struct machine_native *n,
                      struct perf_stream_event *event)
{
	if (n->perf && find_name(n->perf, event))
		return true;
	if (n->has_raw) {
		event->type = PERF_TYPE_RAW;
		event->config = n->raw;
		return true;
	}
	return find_name(n->name, event);
}
