/*
 * sim_events.h - the simulator's counters as canonical events
 */
#ifndef PERFEXPERT_MEASURE_SIM_EVENTS_H
#define PERFEXPERT_MEASURE_SIM_EVENTS_H

#include <stddef.h>

struct machine_geometry;
struct profile;
struct sim_instr;

enum { SIM_EVENTS_MAX = 64 };

/* sim_events_add - declare them in the profile; the index of the first one */
size_t sim_events_add(struct profile *p, const struct machine_geometry *g);

/*
 * sim_events_values - one instruction's events, in the order declared
 *
 * values holds SIM_EVENTS_MAX; the number set is returned.
 */
size_t sim_events_values(const struct sim_instr *in,
                         const struct machine_geometry *g, double *values);

#endif
