/*
 * simout_work.h - what instructions gave the core to do, in the simulator's
 *                 output
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_WORK_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_WORK_H

struct arena;
struct sim_work;

/*
 * simout_read_work - "N:SLOTS:TAKEN:WINDOW:CLASS:OPERATIONS:TICKS.."
 *
 * The text is changed. NULL where it is anything else. The arena's.
 */
struct sim_work *simout_read_work(struct arena *arena, char *text);

/* simout_add_work - both together; either may be NULL */
const struct sim_work *simout_add_work(struct arena *arena,
                                       const struct sim_work *a,
                                       const struct sim_work *b);

#endif
