/* What a conditional branch asks: a bit, whether a value is 0, how it compares
 * with a constant, or how floating-point values compare */
#include "chains.h"

#include "base/banned.h"
#include "code_facts.h"
#include "measure/binary/flow/flow.h"

/* A table can have an entry for each value up to that */
enum { SMALL = 65536 };

/* The instruction of the block before at that writes reg, or NULL */
static const struct insn *writer(const struct flow *f,
                                 const struct flow_block *block, uint32_t at,
                                 unsigned reg)
{
	while (at-- > block->first) {
		if (regset_has(&f->insns[at].write, reg))
			return &f->insns[at];
	}
	return NULL;
}

/* Of the registers that an instruction compares, the only one, or REG_NONE */
static unsigned compared(const struct insn *insn)
{
	unsigned found = REG_NONE;

	for (unsigned r = 0; r < REG_VECTOR; r++) {
		if (!regset_has(&insn->value, r))
			continue;
		if (found != REG_NONE)
			return REG_NONE;
		found = r;
	}
	return found;
}

static bool takes_element(const struct insn *insn)
{
	for (unsigned i = 0; insn && i < insn->nmem; i++) {
		if (insn->mem[i].load && insn->mem[i].index != REG_NONE)
			return true;
	}
	return false;
}

/*
 * Is what is compared an element of an array, and so no counter? By the
 * comparison itself, or by what wrote its register.
 */
static bool asks_element(const struct flow *f, const struct flow_block *block,
                         uint32_t at)
{
	const struct insn *by = &f->insns[at];

	if (!regset_has(&by->write, REG_FLAGS))
		by = writer(f, block, at, REG_FLAGS);
	if (!by)
		return false;
	if (takes_element(by))
		return true;
	for (unsigned r = 0; r < REG_FLAGS; r++) {
		if (regset_has(&by->value, r) &&
		    takes_element(
			    writer(f, block, (uint32_t)(by - f->insns), r)))
			return true;
	}
	return false;
}

static uint64_t decision(const struct flow *f, const struct flow_block *block,
                         uint32_t at)
{
	const struct insn *by = &f->insns[at], *value;

	if (!(by->flags & (INSN_BIT_TEST | INSN_COMPARE_IMM)))
		by = writer(f, block, at, REG_FLAGS);
	if (!by)
		return 0;
	if (by->flags & INSN_COMPARE)
		return 1ull << (f->insns[at].flags & INSN_UNORDERED
		                        ? CODE_ASKS_NUMBER
		                        : CODE_ASKS_FLOAT);
	if (by->flags & INSN_BIT_TEST)
		return 1ull << CODE_ASKS_BIT;
	if (!(by->flags & INSN_COMPARE_IMM))
		return 0;
	if (by->imm != 0)
		return by->imm > -SMALL && by->imm < SMALL
		               ? 1ull << CODE_ASKS_CONSTANT
		               : 0;
	value = writer(f, block, (uint32_t)(by - f->insns), compared(by));
	return value && (value->flags & INSN_BIT_TEST) ? 1ull << CODE_ASKS_BIT
	                                               : 1ull << CODE_ASKS_ZERO;
}

void decisions_find(const struct flow *f, uint64_t *classes)
{
	for (size_t i = 0; i < f->nblocks; i++) {
		const struct flow_block *b = &f->blocks[i];
		uint32_t last = b->first + b->count - 1;

		if (b->count && f->insns[last].flow == FLOW_BRANCH)
			classes[last] |= decision(f, b, last) |
			                 (uint64_t)asks_element(f, b, last)
			                         << CODE_ASKS_ELEMENT;
	}
}
