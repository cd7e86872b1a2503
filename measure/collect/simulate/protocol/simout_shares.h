/*
 * simout_shares.h - which thread executed what, in the simulator's output
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_SHARES_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_SHARES_H

#include <stdint.h>

struct arena;
struct sim_shares;

/*
 * simout_read_shares - "THREAD:N:THREAD:N.."
 *
 * The text is changed. NULL where it is anything else, or a thread is there
 * twice. The arena's.
 */
struct sim_shares *simout_read_shares(struct arena *arena, char *text);

/* simout_shared - executions by all of them; none: 0 */
uint64_t simout_shared(const struct sim_shares *s);

/* simout_add_shares - both together; either may be NULL */
const struct sim_shares *simout_add_shares(struct arena *arena,
                                           const struct sim_shares *a,
                                           const struct sim_shares *b);

#endif
