/*
 * stacks.h - the call paths of samples, as a tree
 *
 * A node is a place in the code below the place that called it; node 0 is
 * the unknown caller of the outermost. Parents have lower numbers.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_STACKS_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stacks;

struct stacks_node {
	uint32_t parent;
	uint32_t module; /* samples_module; node 0's means nothing */
	uint64_t offset; /* in the module's file; of callers within the call */
	/* CPU time of the samples there, of all runs: it worked; it waited in
	 * a call (sample_waits.h) */
	double own_s, waits_s;
};

struct stacks *stacks_new(void);
void stacks_free(struct stacks *s);

/* stacks_at - a node below a parent, made when it is new; the parent where
 * there are too many */
uint32_t stacks_at(struct stacks *s, uint32_t parent, uint32_t module,
                   uint64_t offset);

/* stacks_add - CPU time of samples that had this path */
void stacks_add(struct stacks *s, uint32_t node, double time_s, bool waits);

/* stacks_all - n nodes, the tree's own: until one is added */
const struct stacks_node *stacks_all(const struct stacks *s, size_t *n);

#endif
