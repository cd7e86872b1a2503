/*
 * facts.h - observations for the rules, added to the sections of a profile
 *
 * profile/FORMAT.md lists them: memory references with stride and use of lines,
 * branches, trip counts, what the code is made of, dependence chains, calls,
 * compiler, system time.
 */
#ifndef PERFEXPERT_MEASURE_FACTS_H
#define PERFEXPERT_MEASURE_FACTS_H

#include <stdbool.h>

struct made_section;
struct machine;
struct modules;
struct profile;
struct profile_section;
struct simout;
struct simulation;

/*
 * facts_add_static - what the decoded instructions and DWARF say of a section,
 * its system time and, with a simulation, a loop's trip counts
 */
void facts_add_static(struct profile *p, const struct made_section *made,
                      const struct machine *machine,
                      const struct simulation *sim);

/* facts_add_program - the program's system time and how its threads share it */
void facts_add_program(struct profile *p);

/*
 * facts_add_simulated - references, branches and calls of one process
 *
 * Only of the sections that wanted says are.
 */
void facts_add_simulated(struct profile *p, struct modules *ms,
                         const struct simout *out,
                         bool (*wanted)(const void *ctx,
                                        const struct profile_section *s),
                         const void *ctx);

#endif
