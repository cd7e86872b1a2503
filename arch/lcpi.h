/*
 * lcpi.h - the categories of the assessment and their values
 *
 * Read from arch/lcpi.lua, where a machine file may refine one or add one.
 * Category 0 is "overall"; the rest, in the report's order, are upper bounds.
 *
 * Missing: a value is NAN when an event that every alternative of its formula
 *          needs was not measured, or a division is by zero; never 0 instead.
 */
#ifndef PERFEXPERT_ARCH_LCPI_H
#define PERFEXPERT_ARCH_LCPI_H

#include <stdbool.h>
#include <stddef.h>

#include "events.h"

struct machine;
struct strbuf;

struct lcpi_part {
	const char *id;    /* "beyond_L2" */
	const char *label; /* "memory" */
};

struct lcpi_category {
	const char *id;    /* "data_accesses" */
	const char *label; /* "data accesses", as in the paper's output */
	const char *description;
	const char *unit;    /* "cycles/instruction" */
	double min, max;     /* the range of possible values */
	const char *formula; /* its first alternative */
	const char *source;
	bool bound; /* an upper bound; false: a measured value */
	const char
		*group; /* derived metrics (metrics.h): "memory"; else NULL */
	const struct lcpi_part *parts;
	size_t nparts;
};

/* The categories of arch/lcpi.lua, which every machine has, in its order: for
 * what is said where no machine is at hand. A test compares the two. */
enum { LCPI_STANDARD = 7 };
extern const struct lcpi_standard {
	const char *id, *label;
} lcpi_standard[LCPI_STANDARD];

/* lcpi_is_standard - is it the id of one of these? */
bool lcpi_is_standard(const char *id);

/* lcpi_categories - all, in report order; they are the machine's */
size_t lcpi_categories(const struct machine *m,
                       const struct lcpi_category **list);

/* lcpi_find - index of a category by its id, or -1 */
int lcpi_find(const struct machine *m, const char *id);

/*
 * lcpi_eval - value of a category for one section
 *
 * event: gives the counts of the section; parameters come from the machine
 */
double lcpi_eval(const struct machine *m, size_t category, event_value event,
                 const void *ctx);

/*
 * lcpi_eval_parts - the same, with the values of its parts
 *
 * parts: nparts values; NAN for a part that the formula used has not
 */
double lcpi_eval_parts(const struct machine *m, size_t category,
                       event_value event, const void *ctx, double *parts);

/*
 * lcpi_formula_used - the alternative that these events allow, or NULL
 *
 * note: why it is less than the best one, may be NULL
 */
const char *lcpi_formula_used(const struct machine *m, size_t category,
                              event_value event, const void *ctx,
                              const char **note);

/*
 * lcpi_alternative - the i-th formula of a category, best first, or NULL
 *
 * part: index of a part of the category, or SIZE_MAX for the category itself
 */
const char *lcpi_alternative(const struct machine *m, size_t category,
                             size_t part, size_t i);

/*
 * lcpi_explain - append the formula with its inputs, one line for it and one
 *                for each part; it is plain text for people
 *
 * Returns 0, or -1 when the category was not measured: then the text names the
 * events that are missing.
 */
int lcpi_explain(const struct machine *m, size_t category, event_value event,
                 const void *ctx, struct strbuf *out);

/*
 * lcpi_events - names of the events that any of its formulas uses directly
 *
 * Not those of another category that a formula refers to.
 */
size_t lcpi_events(const struct machine *m, size_t category,
                   const char *const **names);

#endif
