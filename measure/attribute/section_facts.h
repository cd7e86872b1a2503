/*
 * section_facts.h - observations for the rules, added to the sections of a
 * profile
 *
 * profile/FORMAT.md lists them. Here are those that come from the binary and
 * from time: what the code is made of, dependence chains, compiler, system
 * time, threads. A collector that counts executions adds its own.
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_SECTION_FACTS_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_SECTION_FACTS_H

#include <stdbool.h>

struct machine;
struct made_section;
struct profile;

/* How often a loop was entered, and its iterations in all */
struct loop_trips {
	double iterations, entries;
};

/* What a collector that counts executions knows of a section */
struct facts_source {
	bool (*trips)(const void *ctx, const struct made_section *made,
	              struct loop_trips *trips);
	const void *ctx;
};

/*
 * facts_add_static - what the decoded instructions and DWARF say of a section,
 * its system time and, where source is not NULL, a loop's trip counts
 */
void facts_add_static(struct profile *p, const struct made_section *made,
                      const struct machine *machine,
                      const struct facts_source *source);

/* facts_add_program - the program's system time and how its threads share it */
void facts_add_program(struct profile *p);

#endif
