/*
 * What becomes of slow results: is a divisor the same in every iteration, is a
 * square root needed for more than a comparison, does an integer become a
 * floating-point number again?
 */
#include "chains.h"

#include "base/banned.h"
#include "base/mem.h"
#include "code_facts.h"
#include "measure/binary/flow/flow.h"

/* One instruction of the loop, in the order of control flow */
struct step {
	const struct insn *insn;
	bool own; /* in no loop inside */
};

static struct step *steps_of(const struct body *b, size_t *n, bool *written)
{
	struct step *v;
	size_t total = 0;

	for (size_t i = 0; i < b->n; i++)
		total += b->flow->blocks[b->order[i]].count;
	v = mem_alloc(total + 1, sizeof(*v));
	*n = 0;
	for (size_t i = 0; i < b->n; i++) {
		const struct flow_block *block = &b->flow->blocks[b->order[i]];

		for (uint32_t k = 0; k < block->count; k++) {
			v[*n].insn = &b->flow->insns[block->first + k];
			v[(*n)++].own = b->own[b->order[i]];
		}
	}
	for (size_t i = 0; i < *n; i++) {
		for (unsigned r = 0; r < REG_NONE; r++)
			written[r] |= regset_has(&v[i].insn->write, r);
	}
	return v;
}

/* A divisor in memory is the same when its address is and nothing is stored
 * through the same registers. */
static bool same_address(const struct step *v, size_t n, const bool *written,
                         const struct insn_mem *m)
{
	if ((m->base != REG_NONE && written[m->base]) ||
	    (m->index != REG_NONE && written[m->index]))
		return false;
	for (size_t i = 0; i < n; i++) {
		for (unsigned k = 0; k < v[i].insn->nmem; k++) {
			const struct insn_mem *other = &v[i].insn->mem[k];

			if (other->store && other->base == m->base &&
			    other->index == m->index && other->disp == m->disp)
				return false;
		}
	}
	return true;
}

static bool invariant_divisor(const struct step *v, size_t n,
                              const bool *written, const struct insn *insn)
{
	if (insn->imm >= 0 && insn->imm < REG_NONE)
		return !written[insn->imm];
	return insn->nmem == 1 && insn->mem[0].load &&
	       same_address(v, n, written, &insn->mem[0]);
}

/* May insn take a value of live without needing more of it than its place in an
 * order? Its own result is such a value, too, if *keeps. */
static bool orders(const struct insn *insn, bool *keeps)
{
	*keeps = insn->flags & INSN_LIMIT ||
	         (insn->kind == INSN_MOVE && insn->nmem == 0);
	return *keeps || insn->flags & INSN_COMPARE;
}

/* Is the value that step at computes, or in the next iteration the least or
 * greatest one, read by comparisons only? */
static bool only_compared(const struct step *v, size_t n, size_t at)
{
	struct regset live = { { 0 } };
	bool compared = false;

	regset_add(&live, v[at].insn->dest);
	for (size_t i = at + 1; i <= at + n && (live.w[0] | live.w[1]); i++) {
		const struct insn *insn = v[i % n].insn;
		bool keeps = false;

		if ((insn->read.w[0] & live.w[0]) |
		    (insn->read.w[1] & live.w[1])) {
			if (!orders(insn, &keeps))
				return false;
			compared |= insn->kind != INSN_MOVE;
		}
		for (size_t w = 0; w < 2; w++)
			live.w[w] &= ~insn->write.w[w];
		if (keeps)
			regset_add(&live, insn->dest);
	}
	return compared;
}

/* Is the integer that step at converts to converted back after that? */
static bool goes_back(const struct step *v, size_t n, size_t at)
{
	struct regset live = { { 0 } };

	regset_add(&live, v[at].insn->dest);
	for (size_t i = at + 1; i < n && (live.w[0] | live.w[1]); i++) {
		const struct insn *insn = v[i].insn;
		const bool reads = (insn->read.w[0] & live.w[0]) |
		                   (insn->read.w[1] & live.w[1]);

		if (reads && insn->kind == INSN_FROM_INTEGER)
			return true;
		for (size_t w = 0; w < 2; w++)
			live.w[w] &= ~insn->write.w[w];
		if (reads && insn->kind == INSN_MOVE && insn->nmem == 0)
			regset_add(&live, insn->dest);
	}
	return false;
}

static void count(uint32_t *n, uint64_t *classes, enum code_class c, bool holds)
{
	*n += holds;
	*classes |= (uint64_t)holds << c;
}

void uses_find(const struct body *b, struct structure_facts *f,
               uint64_t *classes)
{
	bool written[REG_COUNT] = { false };
	struct step *v;
	size_t n;

	if (f->fp_div == 0 && f->fp_sqrt == 0 && f->int_div == 0 &&
	    f->to_integer == 0)
		return;
	v = steps_of(b, &n, written);
	for (size_t i = 0; i < n; i++) {
		const struct insn *insn = v[i].insn;
		uint64_t *c = &classes[insn - b->flow->insns];

		if (!v[i].own)
			continue;
		if (insn->kind == INSN_FP_DIV) {
			count(&f->fp_div_invariant, c, CODE_DIVIDE_INVARIANT,
			      invariant_divisor(v, n, written, insn));
			count(&f->fp_div_compared, c, CODE_DIVIDE_COMPARED,
			      only_compared(v, n, i));
		} else if (insn->kind == INSN_INT_DIV)
			count(&f->int_div_invariant, c,
			      CODE_INT_DIVIDE_INVARIANT,
			      invariant_divisor(v, n, written, insn));
		else if (insn->kind == INSN_FP_SQRT)
			count(&f->fp_sqrt_compared, c, CODE_ROOT_COMPARED,
			      only_compared(v, n, i));
		else if (insn->kind == INSN_TO_INTEGER)
			count(&f->to_and_back, c, CODE_TO_AND_BACK,
			      goes_back(v, n, i));
	}
	free(v);
}
