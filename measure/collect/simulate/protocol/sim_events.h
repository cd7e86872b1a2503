/*
 * sim_events.h - the simulator's counters as canonical events
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIM_EVENTS_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIM_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine_geometry;
struct profile;
struct sim_instr;
struct simout;

enum { SIM_EVENTS_MAX = 64 };

/*
 * sim_events_add - declare them in the profile; the index of the first one
 *
 * modelled: with those of the timing model
 */
size_t sim_events_add(struct profile *p, const struct machine_geometry *g,
                      bool modelled);

/*
 * sim_events_values - one instruction's events, in the order declared
 *
 * values holds SIM_EVENTS_MAX; the number set is returned.
 */
size_t sim_events_values(const struct sim_instr *in,
                         const struct machine_geometry *g, double *values);

/* sim_events_sampled - is the n-th declared one of misses or mispredictions?
 * NAN where an instruction was never watched */
bool sim_events_sampled(const struct machine_geometry *g, size_t event);

/* sim_events_counts - the same of counts that are not packed, [SIM_NCOUNTERS]
 */
size_t sim_events_counts(const uint64_t *n, const struct machine_geometry *g,
                         double *values);

/*
 * sim_events_model - an instruction's share of what the timing model charged
 *
 * What the model charged to the executions that it followed is extrapolated
 * to all of them: cycles, in the order declared (after the others).
 */
size_t sim_events_model(const struct simout *out, const struct sim_instr *in,
                        double *values);

#endif
