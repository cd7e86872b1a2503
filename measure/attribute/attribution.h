/*
 * attribution.h - the one way from addresses with counts to a measurement
 *
 * A collector says what was counted where; it finds the section, once
 * for each address, and adds it there and to all that holds it, by line too
 * where a section matters to somebody. What can't be placed goes to "<unknown>"
 * in its module, so that the sections add up to the program.
 *
 * Order: attribution_start, then events and runs, attribution_sections, counts,
 * attribution_details, lines, attribution_finish.
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_ATTRIBUTION_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_ATTRIBUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "per_thread.h"

struct facts_source;
struct launch_result;
struct machine;
struct module;
struct profile;
struct profile_run;
struct profile_section;
struct session;

struct attribution {
	const struct session *s;
	struct profile *p;
	struct modules *modules;
	size_t cycles; /* the event that sections rank by; the collector's */
	struct slices slices;
};

/* Where an address belongs. Borrowed from the attribution. */
struct spot {
	struct profile_section *section; /* the innermost */
	const struct module *module;
	const char *file; /* of the instruction, or NULL */
	unsigned line;
	/* of the call of a header of the system's that was inlined: the user's
	 * own code; NULL: as above */
	const char *user_file;
	unsigned user_line;
	const char *user_called; /* what is called there, for people, or NULL */
	bool spins; /* in a loop that only waits for another thread's store */
};

/* attribution_start - a new profile that says where it is from */
void attribution_start(struct attribution *b, const struct session *s,
                       const char *collector);

/* attribution_run - one run of the program as the session starts it; purpose is
 * copied */
struct profile_run *attribution_run(struct attribution *b, const char *purpose,
                                    const struct launch_result *l);

/* attribution_sections - events and runs are known */
void attribution_sections(struct attribution *b);

/* attribution_brief - of a library of the system's that has so little of the
 * time and of the instructions (share is the larger one) that nobody asks for
 * its lines its names are enough; before it is used */
void attribution_brief(struct attribution *b, const char *path, double share);

/* attribution_spot_file, attribution_spot_vaddr - find an offset in a file, or
 * one of its virtual addresses; path may be a "[name]" */
struct spot attribution_spot_file(struct attribution *b, const char *path,
                                  uint64_t offset);
struct spot attribution_spot_vaddr(struct attribution *b, const char *path,
                                   uint64_t vaddr);

/* attribution_add - add a count to a section and all above it */
void attribution_add(struct profile_section *s, size_t event, double value);

#define ATTRIBUTION_NO_THREAD UINT32_MAX /* none of the program's own */

/* What was sampled in one place, thread and run. */
struct attribution_sample {
	size_t event;
	uint16_t run;
	uint32_t thread;
	double in_run;  /* the count of its run, in units of the event */
	double mean;    /* its share of the mean over the runs */
	double samples; /* that they come from */
};

/* attribution_sampled - as attribution_add, and keep what statistics need */
void attribution_sampled(struct attribution *b, const struct spot *at,
                         const struct attribution_sample *c);

/*
 * attribution_details - statistics over threads, and facts of what matters
 *
 * All counts are there. source: see facts_add_static; may be NULL.
 */
void attribution_details(struct attribution *b,
                         const struct facts_source *source);

/* attribution_matters - at least a thousandth of the time or the instructions:
 * lines and facts are kept for these sections; ctx is the attribution */
bool attribution_matters(const void *ctx, const struct profile_section *s);

/* attribution_line - the sums of the spot's line, NULL where it has none or
 * does not matter */
double *attribution_line(struct attribution *b, const struct spot *at);

/* attribution_finish - the profile; the rest is released */
struct profile *attribution_finish(struct attribution *b);

#endif
