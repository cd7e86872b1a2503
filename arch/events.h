/*
 * events.h - the canonical events and the relations between their counts
 *
 * Read from arch/events.lua. All strings are owned by struct events.
 */
#ifndef PERFEXPERT_ARCH_EVENTS_H
#define PERFEXPERT_ARCH_EVENTS_H

#include <stdbool.h>
#include <stddef.h>

struct err;
struct events;

struct event {
	const char *name;        /* "L1_DCA" */
	const char *unit;        /* "accesses" */
	const char *group;       /* "data": events that one formula uses */
	const char *description; /* a sentence for people */
	bool core;               /* one of the 15 of the paper */
};

struct event_relation {
	const char *text;    /* "L2_DCM <= L2_DCA" */
	const char *message; /* what it means when it does not hold */
	double tolerance;    /* fraction of the right side */
	const char *const
		*categories; /* lcpi categories that it casts doubt on */
	size_t ncategories;
};

/* The count of an event in whatever ctx is; NAN when it was not measured. */
typedef double (*event_value)(const void *ctx, const char *name);

/*
 * events_load - read arch/events.lua from the data folder
 *
 * Errors: ERR_SYSTEM without the file, ERR_FORMAT with its name and key
 */
int events_load(struct events **events, struct err *err);

void events_free(struct events *events);

/* events_list - all of them, in the file's order */
size_t events_list(const struct events *events, const struct event **list);

/* events_find - by its canonical name, or NULL */
const struct event *events_find(const struct events *events, const char *name);

size_t events_relations(const struct events *events,
                        const struct event_relation **list);

enum events_verdict { EVENTS_NOT_MEASURED = -1, EVENTS_BROKEN, EVENTS_HOLD };

/*
 * events_check - does relation i hold for these counts?
 *
 *      left <= right * (1 + tolerance)
 *
 * left, right: the values of its sides, NAN when not measured; may be NULL
 */
enum events_verdict events_check(const struct events *events, size_t i,
                                 event_value value, const void *ctx,
                                 double *left, double *right);

#endif
