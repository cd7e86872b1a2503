#include "sim_events.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "profile/profile.h"
#include "simout.h"

enum needs { ALWAYS, L3, DTLB2, ITLB2, NO_DTLB2, NO_ITLB2 };

/* An event is the sum of up to three counters, less one. */
static const struct {
	const char *name;
	enum needs needs;
	int plus[3], minus; /* -1: none */
} events[] = {
	{ "TOT_INS", ALWAYS, { SIM_EXEC, -1, -1 }, -1 },
	{ "L1_DCA", ALWAYS, { SIM_LD, SIM_ST, -1 }, -1 },
	{ "L1_ICA", ALWAYS, { SIM_L1I_ACCESS, -1, -1 }, -1 },
	{ "L2_DCA", ALWAYS, { SIM_L1D_LD_MISS, SIM_L1D_ST_MISS, -1 }, -1 },
	{ "L2_ICA", ALWAYS, { SIM_L1I_MISS, -1, -1 }, -1 },
	{ "L2_DCM", ALWAYS, { SIM_L2D_LD_MISS, SIM_L2D_ST_MISS, -1 }, -1 },
	{ "L2_ICM", ALWAYS, { SIM_L2I_MISS, -1, -1 }, -1 },
	{ "L3_DCA", L3, { SIM_L2D_LD_MISS, SIM_L2D_ST_MISS, -1 }, -1 },
	{ "L3_DCM", L3, { SIM_L3D_LD_MISS, SIM_L3D_ST_MISS, -1 }, -1 },
	{ "L3_ICA", L3, { SIM_L2I_MISS, -1, -1 }, -1 },
	{ "L3_ICM", L3, { SIM_L3I_MISS, -1, -1 }, -1 },
	{ "TLB_DM", DTLB2, { SIM_DTLB2_MISS, -1, -1 }, -1 },
	{ "TLB_DM", NO_DTLB2, { SIM_DTLB1_MISS, -1, -1 }, -1 },
	{ "TLB_DH", DTLB2, { SIM_DTLB1_MISS, -1, -1 }, SIM_DTLB2_MISS },
	{ "TLB_IM", ITLB2, { SIM_ITLB2_MISS, -1, -1 }, -1 },
	{ "TLB_IM", NO_ITLB2, { SIM_ITLB1_MISS, -1, -1 }, -1 },
	{ "TLB_IH", ITLB2, { SIM_ITLB1_MISS, -1, -1 }, SIM_ITLB2_MISS },
	{ "BR_INS", ALWAYS, { SIM_BRANCHES, -1, -1 }, -1 },
	{ "BR_MSP", ALWAYS, { SIM_BR_MSP, SIM_RET_MSP, -1 }, -1 },
	{ "BR_CND", ALWAYS, { SIM_BR, -1, -1 }, SIM_BR_IND },
	{ "BR_TAKEN", ALWAYS, { SIM_BR_TAKEN, -1, -1 }, SIM_BR_IND },
	{ "BR_IND", ALWAYS, { SIM_BR_IND, -1, -1 }, -1 },
	{ "BR_IND_MSP", ALWAYS, { SIM_BR_IND_MSP, -1, -1 }, -1 },
	{ "CALLS", ALWAYS, { SIM_CALL, -1, -1 }, -1 },
	{ "FP_INS", ALWAYS, { SIM_FP, -1, -1 }, -1 },
	{ "FAD_INS", ALWAYS, { SIM_FADD, -1, -1 }, -1 },
	{ "FML_INS", ALWAYS, { SIM_FMUL, -1, -1 }, -1 },
	{ "FMA_INS", ALWAYS, { SIM_FMA, -1, -1 }, -1 },
	{ "FDV_INS", ALWAYS, { SIM_FDIV, -1, -1 }, -1 },
	{ "FSQ_INS", ALWAYS, { SIM_FSQRT, -1, -1 }, -1 },
	{ "FOT_INS", ALWAYS, { SIM_FOTHER, -1, -1 }, -1 },
	{ "FP_PACKED", ALWAYS, { SIM_FP_PACKED, -1, -1 }, -1 },
	{ "FLOPS", ALWAYS, { SIM_FLOPS, -1, -1 }, -1 },
	{ "LD_INS", ALWAYS, { SIM_LD, -1, -1 }, -1 },
	{ "ST_INS", ALWAYS, { SIM_ST, -1, -1 }, -1 },
};

/* What the model charged, in cycles, in the order of its counters. */
static const char *const model_events[1 + SIM_NCAUSES] = {
	"MODEL_INS",
#define CAUSE(name, ...) "MODEL_" #name,
#include "arch/causes.def"
};

enum { NEVENTS = sizeof(events) / sizeof(*events) };
_Static_assert(NEVENTS + 1 + SIM_NCAUSES <= SIM_EVENTS_MAX,
               "values have room for all");

static bool present(enum needs needs, const struct machine_geometry *g)
{
	bool dtlb2 = g->dtlb2.entries > 0;
	bool itlb2 = g->itlb2.entries > 0 || (g->tlb2_unified && dtlb2);

	switch (needs) {
	case ALWAYS:
		return true;
	case L3:
		return g->l3.size_bytes > 0;
	case DTLB2:
		return dtlb2;
	case NO_DTLB2:
		return !dtlb2;
	case ITLB2:
		return itlb2;
	case NO_ITLB2:
		return !itlb2;
	}
	return false;
}

size_t sim_events_add(struct profile *p, const struct machine_geometry *g,
                      bool modelled)
{
	size_t first = p->nevents;

	for (size_t i = 0; i < NEVENTS; i++) {
		if (present(events[i].needs, g))
			profile_event_add(p, events[i].name, NULL,
			                  PROFILE_SIMULATED);
	}
	for (size_t i = 0; modelled && i < 1 + SIM_NCAUSES; i++)
		profile_event_add(p, model_events[i], NULL, PROFILE_ESTIMATED);
	return first;
}

size_t sim_events_counts(const uint64_t *counts,
                         const struct machine_geometry *g, double *values)
{
	size_t n = 0;

	for (size_t i = 0; i < NEVENTS; i++) {
		uint64_t sum = 0;

		if (!present(events[i].needs, g))
			continue;
		for (size_t k = 0; k < 3 && events[i].plus[k] >= 0; k++)
			sum += counts[events[i].plus[k]];
		if (events[i].minus >= 0)
			sum -= counts[events[i].minus];
		values[n++] = (double)sum;
	}
	return n;
}

bool sim_events_sampled(const struct machine_geometry *g, size_t event)
{
	for (size_t i = 0; i < NEVENTS; i++) {
		if (present(events[i].needs, g) && event-- == 0)
			return sim_is_sampled(
				(enum sim_counter)events[i].plus[0]);
	}
	return false;
}

size_t sim_events_values(const struct sim_instr *in,
                         const struct machine_geometry *g, double *values)
{
	uint64_t counts[SIM_NCOUNTERS];
	size_t n;

	for (int c = 0; c < SIM_NCOUNTERS; c++)
		counts[c] = sim_count(in, (enum sim_counter)c);
	n = sim_events_counts(counts, g, values);
	for (size_t i = 0; in->unseen && i < n; i++) {
		if (sim_events_sampled(g, i))
			values[i] = NAN;
	}
	return n;
}

size_t sim_events_model(const struct simout *out, const struct sim_instr *in,
                        double *values)
{
	const double exec = (double)sim_count(in, SIM_EXEC);
	const double followed = (double)sim_count(in, SIM_MODELLED);
	const double times =
		followed > 0 ? exec / followed / out->ticks_per_cycle : 0;

	values[0] = followed > 0 ? exec : 0;
	for (size_t i = 0; i < SIM_NCAUSES; i++)
		values[1 + i] =
			times * (double)sim_count(
					in, (enum sim_counter)(SIM_CAUSES + i));
	return 1 + SIM_NCAUSES;
}
