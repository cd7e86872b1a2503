#include "known_metrics.h"

#include <strings.h>

#include "base/banned.h"
#include "hpctoolkit.h"

/*
 * Names as hpcprof writes them; libpfm4 does not mind the case. "perf::" and
 * "papi::" in front say who counted and change nothing.
 */
static const struct {
	const char *native, *name;
	double scale;
} known[] = {
	{ "PAPI_TOT_CYC", "TOT_CYC", 1 },
	{ "PAPI_TOT_INS", "TOT_INS", 1 },
	{ "PAPI_L1_DCA", "L1_DCA", 1 },
	{ "PAPI_L1_ICA", "L1_ICA", 1 },
	{ "PAPI_L2_DCA", "L2_DCA", 1 },
	{ "PAPI_L2_ICA", "L2_ICA", 1 },
	{ "PAPI_L2_DCM", "L2_DCM", 1 },
	{ "PAPI_L2_ICM", "L2_ICM", 1 },
	{ "PAPI_L3_DCA", "L3_DCA", 1 },
	{ "PAPI_L3_DCM", "L3_DCM", 1 },
	{ "PAPI_TLB_DM", "TLB_DM", 1 },
	{ "PAPI_TLB_IM", "TLB_IM", 1 },
	{ "PAPI_BR_INS", "BR_INS", 1 },
	{ "PAPI_BR_MSP", "BR_MSP", 1 },
	{ "PAPI_FP_INS", "FP_INS", 1 },
	{ "PAPI_FAD_INS", "FAD_INS", 1 },
	{ "PAPI_FML_INS", "FML_INS", 1 },
	{ "PAPI_FDV_INS", "FDV_INS", 1 },
	{ "PAPI_FMA_INS", "FMA_INS", 1 },
	{ "PAPI_LD_INS", "LD_INS", 1 },
	{ "PAPI_SR_INS", "ST_INS", 1 },
	{ "CYCLES", "TOT_CYC", 1 },
	{ "CPU-CYCLES", "TOT_CYC", 1 },
	{ "PERF_COUNT_HW_CPU_CYCLES", "TOT_CYC", 1 },
	{ "INSTRUCTIONS", "TOT_INS", 1 },
	{ "PERF_COUNT_HW_INSTRUCTIONS", "TOT_INS", 1 },
	{ "BRANCHES", "BR_INS", 1 },
	{ "BRANCH-INSTRUCTIONS", "BR_INS", 1 },
	{ "PERF_COUNT_HW_BRANCH_INSTRUCTIONS", "BR_INS", 1 },
	{ "BRANCH-MISSES", "BR_MSP", 1 },
	{ "PERF_COUNT_HW_BRANCH_MISSES", "BR_MSP", 1 },
	{ "CPU-CLOCK", "CPU_TIME", 1e-9 },
	{ "PERF_COUNT_SW_CPU_CLOCK", "CPU_TIME", 1e-9 },
	{ "TASK-CLOCK", "CPU_TIME", 1e-9 },
	{ "PERF_COUNT_SW_TASK_CLOCK", "CPU_TIME", 1e-9 },
	{ "CPUTIME (sec)", "CPU_TIME", 1 },
	{ "REALTIME (sec)", "CPU_TIME", 1 },
	{ "CPUTIME (usec)", "CPU_TIME", 1e-6 },
	{ "REALTIME (usec)", "CPU_TIME", 1e-6 },
	{ "CPUTIME (us)", "CPU_TIME", 1e-6 },
	{ "REALTIME (us)", "CPU_TIME", 1e-6 },
	{ "WALLCLOCK (us)", "CPU_TIME", 1e-6 },
	{ "WALLCLOCK (usec)", "CPU_TIME", 1e-6 },
};

struct hpctoolkit_metric
events_translate(const struct hpctoolkit_options *options, const char *native,
                 double period)
{
	struct hpctoolkit_metric m = { native, 1, period };
	const char *bare = native;

	if (strncasecmp(native, "perf::", 6) == 0 ||
	    strncasecmp(native, "papi::", 6) == 0)
		bare = native + 6;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (strcasecmp(known[i].native, bare) == 0) {
			m.name = known[i].name;
			m.scale = known[i].scale;
		}
	}
	/* "CPUTIME (sec)": values in seconds, but the period's unit differs
	 * from release to release (seen: 1, microseconds) */
	if (strchr(bare, '('))
		m.period = 0;
	if (options && options->translate &&
	    !options->translate(options->ctx, native, &m) && bare != native)
		options->translate(options->ctx, bare, &m);
	return m;
}
