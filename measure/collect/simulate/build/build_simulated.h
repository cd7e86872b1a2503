/*
 * build_simulated.h - from clock samples and simulated counts to one
 * measurement
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_SIMULATED_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_SIMULATED_H

struct err;
struct native;
struct profile;
struct session;
struct share;
struct simulation;
struct steer;
struct unmatched;
struct work;

/*
 * build_simulated - place every sample and every count in a procedure or loop
 *
 * sim may be NULL: time only. share says which part of the program the
 * simulation covers, NULL: all of it; counts are then extrapolated, section
 * by section, as the time in the part is to the whole time; steer is what ended
 * it then, or NULL. work: did it do the native work? missing: processes that it
 * did not count, or NULL; code that they share has no counts. What can't be
 * placed goes to "<unknown>" in its module, so that the sections add up to the
 * program. Events: TOT_CYC (CPU time x clock, mean over the runs), SYS_CYC,
 * PAGE_FAULTS from the native runs; the rest from the simulator. Free with
 * profile_free.
 */
struct profile *build_simulated(const struct session *s, const struct native *n,
                                const struct simulation *sim,
                                const struct share *share,
                                const struct steer *steer,
                                const struct work *work,
                                const struct unmatched *missing);

#endif
