/*
 * Does a loop only wait for another thread? It stores nothing, calls nothing,
 * and an iteration leaves nothing in registers to the next one: each is as the
 * one before, until somebody else changes what it loads.
 */
#include "chains.h"

#include "base/banned.h"
#include "code_facts.h"
#include "measure/binary/flow/flow.h"

/* What is read before the header or this block has written it */
static void look_at(const struct insn *insn, const struct regset *header,
                    struct regset *here, struct regset *exposed,
                    struct regset *written)
{
	for (unsigned w = 0; w < 2; w++) {
		exposed->w[w] |= insn->read.w[w] & ~header->w[w] & ~here->w[w];
		here->w[w] |= insn->write.w[w];
		written->w[w] |= insn->write.w[w];
	}
}

/* A store to the stack that is a fence: lock or $0,(%rsp) */
static bool stores(const struct body *b, const struct insn *insn)
{
	for (unsigned m = 0; m < insn->nmem; m++) {
		if (insn->mem[m].store && (!(insn->flags & INSN_ATOMIC) ||
		                           !body_on_stack(b, &insn->mem[m])))
			return true;
	}
	return insn->flags & INSN_STACK_OP;
}

static bool loads(const struct body *b, const struct insn *insn)
{
	for (unsigned m = 0; m < insn->nmem; m++) {
		if (insn->mem[m].load && !body_on_stack(b, &insn->mem[m]))
			return true;
	}
	return false;
}

static bool only_branches(const struct insn *insn)
{
	return insn->flow == FLOW_NEXT || insn->flow == FLOW_BRANCH ||
	       insn->flow == FLOW_JUMP;
}

void spins_find(const struct body *b, struct structure_facts *f)
{
	struct regset header = { { 0, 0 } }, exposed = { { 0, 0 } };
	struct regset written = { { 0, 0 } };
	bool any = false;

	if (!b->innermost)
		return;
	for (size_t i = 0; i < b->n; i++) {
		const struct flow_block *block = &b->flow->blocks[b->order[i]];
		struct regset here = { { 0, 0 } };

		for (uint32_t k = 0; k < block->count; k++) {
			const struct insn *insn =
				&b->flow->insns[block->first + k];

			if (!only_branches(insn) || stores(b, insn))
				return;
			any |= loads(b, insn);
			look_at(insn, &header, &here, &exposed, &written);
		}
		if (i == 0)
			header = here;
	}
	f->spins = any && !(exposed.w[0] & written.w[0]) &&
	           !(exposed.w[1] & written.w[1]);
}
