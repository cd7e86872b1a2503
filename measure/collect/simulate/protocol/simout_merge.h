/*
 * simout_merge.h - the parts of simout that are not about the text
 *
 * Only simout.c includes this. Counts of an instruction are kept packed: a bit
 * for each one that is not 0, and their values.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_MERGE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_MERGE_H

#include "simout.h"

struct arena;

/* sim_pack - set an instruction's counts */
/* sim_extrapolate - scale counts of the watched executions to all of them;
 * watched: fewer than SIM_EXEC */
void sim_extrapolate(uint64_t n[SIM_NCOUNTERS], uint64_t watched);

void sim_pack(struct arena *arena, struct sim_instr *in,
              const uint64_t n[SIM_NCOUNTERS]);

/*
 * simout_merge - one record for each module, and for each address of it
 *
 * A file may be mapped in pieces or twice, and code written over: their counts
 * are added. Paths and build ids are interned. Instructions are then sorted.
 */
void simout_merge(struct simout *out);

#endif
