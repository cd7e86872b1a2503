/*
 * stacks.h - what the time went to as call stacks, for flame graphs
 *
 * Where the samples had call stacks, these, of procedures; else each module,
 * its procedures and their loops. Of the first input.
 */
#ifndef PERFEXPERT_REPORT_EXPORT_STACKS_H
#define PERFEXPERT_REPORT_EXPORT_STACKS_H

#include <stdbool.h>
#include <stddef.h>

struct assess_section;
struct assessment;

/* Deepest first or last: what is deeper in a call graph is charged above */
enum { STACKS_DEEPEST = 256 };

struct stack_frame {
	const char *name;   /* not escaped, never empty */
	const char *module; /* its path or name; "" where it is not known */
	const struct assess_section *section; /* of it; NULL: none */
};

struct stack {
	struct stack_frame frame[STACKS_DEEPEST]; /* the caller first */
	size_t n;
};

/* stacks_called - are there call stacks? */
bool stacks_called(const struct assessment *a);

/*
 * stacks_visit - each stack that takes processor time, in the order of the
 *                measurement
 *
 * time_s: what the last frame itself takes, of all threads of one run
 * Nothing is visited where the time of the run is not known.
 */
void stacks_visit(const struct assessment *a,
                  void (*visit)(void *ctx, const struct stack *stack,
                                double time_s),
                  void *ctx);

#endif
