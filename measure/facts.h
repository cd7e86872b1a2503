/*
 * facts.h - observations for the rules, added to the sections of a profile
 *
 * profile/FORMAT.md lists them: memory references with stride and use of lines,
 * branches, trip counts, what the code is made of, dependence chains, calls,
 * compiler, system time.
 */
#ifndef PERFEXPERT_MEASURE_FACTS_H
#define PERFEXPERT_MEASURE_FACTS_H

struct machine;
struct modules;
struct profile;
struct simulation;

/* facts_add - from decoded instructions and, if there is one, a simulation */
void facts_add(struct profile *p, struct modules *ms,
               const struct machine *machine, const struct simulation *sim);

#endif
