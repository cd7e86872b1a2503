/*
 * settle.h - when a simulated pass has seen enough, and what its rates are
 * worth
 *
 * Takes the events of each watched section as they happen, in batches. A
 * section's rate is an event's count per instruction of the section. The first
 * batches, with cold caches, are separated from the steady state by the rule
 * MSER: it leaves out as many as minimize the error of the mean of the others
 * (K. P. White, "An effective truncation heuristic for bias reduction in
 * simulation output", Simulation 69, 1997). The error of a mean is that of
 * batch means, widened by the correlation of successive batches.
 *
 * A section is settled when no bar of its categories is uncertain by more than
 * the tolerance (in characters), nor differs so much between the halves of what
 * was seen.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_SETTLE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_SETTLE_H

#include <stdbool.h>
#include <stddef.h>

struct machine;
struct machine_geometry;
struct settle;

/* settle_new - for n sections; the machine must outlive it */
struct settle *settle_new(const struct machine *m, size_t n, double tolerance);
void settle_free(struct settle *s);

/* settle_tolerate - another tolerance, in characters, from now on */
void settle_tolerate(struct settle *s, double tolerance);

const struct machine_geometry *settle_geometry(const struct settle *s);

/* settle_add - a section's events, as sim_events.h has them; [0] TOT_INS */
void settle_add(struct settle *s, size_t section, const double *events);

/* settle_pass - instructions of a section in fast-forward */
void settle_pass(struct settle *s, size_t section, double instructions);

/* settle_watched - share of all sections' instructions that was watched, 0..1
 */
double settle_watched(const struct settle *s);

/* settle_growth - all its instructions / those that were watched; at least 1 */
double settle_growth(const struct settle *s, size_t section);

/*
 * settle_over - has it not been executed for as long as all took before?
 *
 * Then what was seen is taken to be all.
 */
bool settle_over(const struct settle *s, size_t section);

enum settle_state { SETTLE_UNSEEN, SETTLE_OPEN, SETTLE_DONE };
enum settle_state settle_state(struct settle *s, size_t section);

/*
 * settle_apart - the largest difference of a bar, in characters, between the
 * two halves of what was watched, beyond chance; 0 where too little was seen
 */
double settle_apart(const struct settle *s, size_t section);

/*
 * settle_bars - how far a section's bars may be off, in characters
 *
 * ahead: the share of the run that is not seen, 0..1; see settle_error
 *
 * At a level of 95 %; what is beyond a bar's end does not count. 0 where too
 * little was seen.
 */
double settle_bars(const struct settle *s, size_t section, double ahead);

/*
 * settle_bars_executed - the same when all of the run was executed: of what was
 * passed over, for what is counted only where it is watched
 */
double settle_bars_executed(const struct settle *s, size_t section);

/*
 * settle_factor - by how much to multiply an event's simulated count for the
 * whole run, when the section's instructions grow by `times`
 *
 * That is `times`, but not for the warm-up: cold misses happen once. `times`
 * when too little was seen.
 */
double settle_factor(const struct settle *s, size_t section, size_t event,
                     double times);

/*
 * settle_error - half-width of the rate's 95 % interval, relative to it
 *
 * ahead: the share of the section's instructions that was neither watched nor
 * passed over, 0..1; at 0 all of it lies between the windows. The data may stay
 * the same for longer than was seen, or go on changing: so the rest may be like
 * any one of the times at which the section was watched (windows, or pieces of
 * a long one), or follow their trend, if there is one.
 *
 * NAN when too little was seen; 0 when the event never happened
 */
double settle_error(const struct settle *s, size_t section, size_t event,
                    double ahead);

/*
 * settle_drift - by how many cycles the cost of an instruction may differ in
 * what was not seen; NAN: too little was seen
 *
 * The error of the mean of all that its bars add up to, at a level of 95 %, or
 * its change from one half to the other.
 */
double settle_drift(const struct settle *s, size_t section);

#endif
