/* simout_keys.h - the counts of a line of the simulator's output */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_KEYS_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_KEYS_H

#include <stdint.h>

#include "simout.h"

enum key {
#define COUNT(name, ...) K_##name,
#define PART(name, ...) K_##name,
#include "wire.def"
	K_CAUSES, /* and those after it */
	N_KEYS = K_CAUSES + SIM_NCAUSES
};

/* keys_find - the key of a name, or -1 */
int keys_find(const char *name);

/* keys_counts - what they count, but for FP, which follows from instructions */
void keys_counts(const uint64_t v[N_KEYS], uint64_t n[SIM_NCOUNTERS]);

#endif
