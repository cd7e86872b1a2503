/* simout_keys.h - the counts of a line of the simulator's output */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_KEYS_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_KEYS_H

#include <stdint.h>

#include "simout.h"

enum key {
	K_EX,
	K_LD,
	K_ST,
	K_IF,
	K_I1,
	K_I2,
	K_I3,
	K_IT1,
	K_IT2,
	K_R1,
	K_R2,
	K_R3,
	K_W1,
	K_W2,
	K_W3,
	K_DT1,
	K_DT2,
	K_BC,
	K_BT,
	K_BM,
	K_BI,
	K_BIM,
	K_JU,
	K_CA,
	K_RE,
	K_REM,
	K_MODELLED,
	K_CAUSES, /* and those behind it */
	N_KEYS = K_CAUSES + SIM_NCAUSES
};

/* keys_find - the key of a name, or -1 */
int keys_find(const char *name);

/* keys_counts - what they count, but for FP, which follows from instructions */
void keys_counts(const uint64_t v[N_KEYS], uint64_t n[SIM_NCOUNTERS]);

#endif
