#include "simout_keys.h"

#include <stddef.h>
#include <string.h>

static const char *const key_name[N_KEYS] = {
	"ex", "ld", "st", "if",  "i1",  "i2",  "i3", "it1", "it2", "r1", "r2",
	"r3", "w1", "w2", "w3",  "dt1", "dt2", "bc", "bt",  "bm",  "bi", "bim",
	"ju", "ca", "re", "rem", "mn",  "mu",  "mf", "mi",  "ma",  "m1", "m2",
	"m3", "ml", "mb", "ms",  "md",  "me",  "mt", "mp",  "mx",  "mo",
};

int keys_find(const char *name)
{
	for (int k = 0; k < N_KEYS; k++) {
		if (!strcmp(name, key_name[k]))
			return k;
	}
	return -1;
}

void keys_counts(const uint64_t v[N_KEYS], uint64_t n[SIM_NCOUNTERS])
{
	static const struct {
		enum sim_counter to;
		enum key from;
	} same[] = {
		{ SIM_EXEC, K_EX },        { SIM_LD, K_LD },
		{ SIM_ST, K_ST },          { SIM_BR_IND, K_BI },
		{ SIM_BR_IND_MSP, K_BIM }, { SIM_JUMP, K_JU },
		{ SIM_CALL, K_CA },        { SIM_RET, K_RE },
		{ SIM_RET_MSP, K_REM },    { SIM_L1I_ACCESS, K_IF },
		{ SIM_L1I_MISS, K_I1 },    { SIM_L2I_MISS, K_I2 },
		{ SIM_L3I_MISS, K_I3 },    { SIM_ITLB1_MISS, K_IT1 },
		{ SIM_ITLB2_MISS, K_IT2 }, { SIM_L1D_LD_MISS, K_R1 },
		{ SIM_L1D_ST_MISS, K_W1 }, { SIM_L2D_LD_MISS, K_R2 },
		{ SIM_L2D_ST_MISS, K_W2 }, { SIM_L3D_LD_MISS, K_R3 },
		{ SIM_L3D_ST_MISS, K_W3 }, { SIM_DTLB1_MISS, K_DT1 },
		{ SIM_DTLB2_MISS, K_DT2 },
	};

	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		n[same[i].to] = v[same[i].from];
	n[SIM_MODELLED] = v[K_MODELLED];
	for (size_t i = 0; i < SIM_NCAUSES; i++)
		n[SIM_MODEL_USEFUL + i] = v[K_CAUSES + i];
	n[SIM_BR] = v[K_BC] + v[K_BI];
	n[SIM_BRANCHES] = v[K_BC] + v[K_JU] + v[K_RE] +
	                  (v[K_CA] > v[K_BI] ? v[K_CA] : v[K_BI]);
	n[SIM_BR_TAKEN] = v[K_BT] + v[K_BI];
	n[SIM_BR_MSP] = v[K_BM] + v[K_BIM];
}
