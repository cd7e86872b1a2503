/*
 * caused.h - time in libraries and the kernel, at the calling line of the
 * program's own code
 *
 * By the call paths of samples: what is spent in code that is not the program's
 * (profile/own.h) is charged to the innermost own call on the path, through any
 * depth of libraries; what calls of own code do in turn, to these. Where such a
 * call calls own code back (a comparison of qsort), what that calls knows by
 * whom.
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_CAUSED_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_CAUSED_H

#include <stddef.h>
#include <stdint.h>

struct arguments_again;
struct attribution;
struct calls_place;
struct caused;
struct spot;

/*
 * caused_new - charge all places; adds to the event, in sections and above
 *
 * Sections that are not there yet are made.
 */
struct caused *caused_new(struct attribution *b, size_t event,
                          const struct calls_place *places, size_t n);

/* caused_count - a call instruction was executed so often, simulated; again:
 * whose arguments came again, or NULL */
void caused_count(struct caused *c, const struct spot *at, uint64_t vaddr,
                  double times, const struct arguments_again *again);

/* caused_facts - the facts "caused" of what is worth it; frees c */
void caused_facts(struct caused *c);

#endif
