/*
 * choose.h - which collector measures: the first that works here
 */
#ifndef PERFEXPERT_MEASURE_CHOOSE_H
#define PERFEXPERT_MEASURE_CHOOSE_H

#include <stddef.h>

#include "base/strbuf.h"

struct collector;
struct err;
struct profile;
struct run_options;

/* How many collectors were tried, and why they were rejected */
struct choose_tried {
	size_t n;
	struct strbuf why;
};

#define CHOOSE_NONE ((struct choose_tried){ .why = STRBUF_INIT })

/*
 * choose_next - the next collector that works here, or the one that the user
 * named; release t->why afterwards
 *
 * Errors: ERR_UNSUPPORTED, with the reasons; ERR_PROGRAM when interrupted
 */
const struct collector *choose_next(struct run_options *o,
                                    struct choose_tried *t, struct err *err);

/*
 * choose_and_collect - measure with the first collector that works; if it is
 * refused when it begins, with the next
 *
 * Errors: those of choose_next and of the collector; NULL then.
 */
struct profile *choose_and_collect(struct run_options *o, struct err *err);

#endif
