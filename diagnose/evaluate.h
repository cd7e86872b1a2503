/*
 * evaluate.h - machines, categories and values of an assessment
 */
#ifndef PERFEXPERT_DIAGNOSE_EVALUATE_H
#define PERFEXPERT_DIAGNOSE_EVALUATE_H

struct assess_options;
struct assess_section;
struct assessment;
struct err;
struct profile;
struct profile_section;

/* Where evaluate_event finds counts: the ctx of lcpi_eval and events_check. */
struct evaluate_counts {
	const struct profile *profile;
	const struct profile_section *section;
};

/* evaluate_event - an event_value (arch/events.h) over evaluate_counts */
double evaluate_event(const void *ctx, const char *name);

/*
 * evaluate_machines - load each input's machine; list categories and events
 *
 * The machine is the one asked for, else the one of the measurement, else the
 * host's. Its clock is the one that ran.
 * Errors: as machine_load's; the message starts with the input's file
 */
int evaluate_machines(struct assessment *a, const struct assess_options *o,
                      struct err *err);

/* evaluate_section - LCPI, parts and events of a section in all inputs */
void evaluate_section(const struct assessment *a, struct assess_section *s);

#endif
