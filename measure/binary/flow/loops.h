/*
 * loops.h - the loops of a control flow graph and how they nest
 *
 * A loop is a strongly connected region that is entered at its header; all back
 * edges to one header are one loop. Where a region has several entries
 * (irreducible), it is one loop under the entry that is reached first.
 * Source: P. Havlak, Nesting of reducible and irreducible loops, ACM TOPLAS
 *         19(4), 1997; the graph search with dominance by interval numbers is
 *         R. E. Tarjan's, Testing flow graph reducibility, JCSS 9, 1974
 */
#ifndef PERFEXPERT_MEASURE_BINARY_FLOW_LOOPS_H
#define PERFEXPERT_MEASURE_BINARY_FLOW_LOOPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct flow;

#define LOOPS_NONE UINT32_MAX

struct loop {
	uint32_t header; /* block */
	uint32_t parent; /* loop, or LOOPS_NONE; always a smaller number */
	bool irreducible;
	/* it and the loops inside are first..first + held - 1 of an order */
	uint32_t first, held;
};

struct loops {
	struct loop *v; /* outer before inner */
	size_t n;
	uint32_t *of_block; /* innermost loop of each block, or LOOPS_NONE */
	bool *latch;        /* of each block: a back edge starts there */
};

/* loops_find - all of f; loops_release gives them back */
void loops_find(struct loops *l, const struct flow *f);
void loops_release(struct loops *l);

/* loops_holds - is loop inner the same as outer or inside it? */
bool loops_holds(const struct loops *l, uint32_t outer, uint32_t inner);

#endif
