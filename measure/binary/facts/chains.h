/*
 * chains.h - loop-carried dependences and strides of one loop (internal)
 */
#ifndef PERFEXPERT_MEASURE_BINARY_FACTS_CHAINS_H
#define PERFEXPERT_MEASURE_BINARY_FACTS_CHAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct flow;
struct insn;
struct insn_mem;
struct structure_facts;

/* A loop's blocks; order[0] is the header, then as control flows */
struct body {
	const struct flow *flow;
	const uint32_t *order;
	size_t n;
	const bool *own; /* of each block of the flow: in no loop inside */
	bool innermost;
	unsigned sp, fp;     /* registers; fp is REG_NONE when not used */
	const bool *written; /* per register: by the loops inside */
};

/* body_on_stack - is it a spill or a local variable? */
bool body_on_stack(const struct body *b, const struct insn_mem *m);

/* chains_find - fill in the chains of an innermost loop */
void chains_find(const struct body *b, struct structure_facts *f);

/* strides_find - fill in what moves the memory operands of a loop */
void strides_find(const struct body *b, struct structure_facts *f);

/* spins_find - does the loop only wait for what another thread stores? */
void spins_find(const struct body *b, struct structure_facts *f);

/*
 * uses_find - count invariant divisors and square roots that are compared
 *
 * classes: of each instruction of the flow; gets bits of enum code_class
 */
void uses_find(const struct body *b, struct structure_facts *f,
               uint64_t *classes);

/* decisions_find - what decides each conditional branch, in classes as above */
void decisions_find(const struct flow *f, uint64_t *classes);

/* factors_find - which additions are of products with a common factor */
void factors_find(const struct flow *f, uint64_t *classes);

#endif
