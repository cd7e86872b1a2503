/*
 * build_waits.h - which of the time is waiting, and whose it is
 *
 * The code that waits (that spins in a library) keeps its time; it is also in
 * WAIT_CYC there. WAITED_CYC has it where the program called what waits, with a
 * "wait" fact for each such place. BLOCKED_S is elapsed time there in which
 * threads did not even run.
 *
 * Order: waits_new, waits_time for all time, waits_charge, waits_share,
 * waits_facts, waits_free.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_WAITS_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_WAITS_H

#include <stddef.h>

struct attribution;
struct profile_section;
struct samples;
struct threads;
struct waits;

/* waits_new - timed: the samples that say in what threads waited; borrowed */
struct waits *waits_new(struct attribution *b, struct samples *timed,
                        const struct threads *threads, size_t runs);
void waits_free(struct waits *w);

/* waits_time - add cycles of a section, without those below it */
void waits_time(struct waits *w, struct profile_section *s, double cycles);

/* waits_charge - add the events WAIT_CYC, WAITED_CYC and BLOCKED_S, by their
 * indexes */
void waits_charge(struct waits *w, size_t wait, size_t waited, size_t blocked);

/* waits_share - the part of a section's own time that is waiting, 0 to 1 */
double waits_share(struct waits *w, struct profile_section *s);

/* waits_facts - say at each place that waits what it waits for */
void waits_facts(struct waits *w);

/* waits_spread - by thread, of the sections whose cycles are known so */
void waits_spread(struct waits *w);

#endif
