#include "simout_keys.h"

#include <stddef.h>
#include <string.h>

static const char *const key_name[N_KEYS] = {
#define COUNT(name, key, ...) [K_##name] = key,
#define PART(name, key) [K_##name] = key,
#include "wire.def"
#define CAUSE(name, id, letter, key, ...)                                      \
	[K_CAUSES + SIM_MODEL_##name - SIM_CAUSES] = key,
#include "arch/causes.def"
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
#define COUNT(name, key, counter) n[SIM_##counter] = v[K_##name];
#include "wire.def"
	for (size_t i = 0; i < SIM_NCAUSES; i++)
		n[SIM_CAUSES + i] = v[K_CAUSES + i];
	n[SIM_BR] = v[K_BC] + v[K_BI];
	n[SIM_BRANCHES] = v[K_BC] + v[K_JU] + v[K_RE] +
	                  (v[K_CA] > v[K_BI] ? v[K_CA] : v[K_BI]);
	n[SIM_BR_TAKEN] = v[K_BT] + v[K_BI];
	n[SIM_BR_MSP] = v[K_BM] + v[K_BIM];
}
