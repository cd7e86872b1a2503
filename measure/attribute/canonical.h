/*
 * canonical.h - from counts of native events to the canonical ones
 *
 * A profile is first filled with native events under their own names; here
 * they become what the machine file says they mean: sums, formulas, scales
 * (nanoseconds to cycles). Where an event is one native, times a constant, all
 * that is known of it stays known: samples, periods, statistics over threads.
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_CANONICAL_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_CANONICAL_H

struct machine;
struct machine_event;
struct machine_native;
struct profile;

/*
 * canonical_constant - the factor of an event that is one native, else NAN
 */
double canonical_constant(const struct machine *m,
                          const struct machine_event *event);

/*
 * canonical_alone - the event that a native gives directly: it is the event's
 * only native, times a constant, and no other event needs it; or NULL
 */
const struct machine_event *canonical_alone(const struct machine *m,
                                            const struct machine_native *n);

/*
 * canonical_events - turn the profile's native events into canonical ones
 *
 * An event of the profile whose name is a native's is replaced by the events
 * that the machine makes of it; others stay. A computed event gets the number
 * of samples whose error is the event's error.
 */
void canonical_events(struct profile *p, const struct machine *m);

#endif
