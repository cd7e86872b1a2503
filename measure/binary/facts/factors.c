/*
 * Which sums add products that have a factor in common: a * b + a * c.
 *
 * Values are numbered within a basic block: what the same operation makes of
 * the same values is the same. A value is a sum of terms, each a product of
 * factors.
 */
#include "chains.h"

#include "base/banned.h"
#include "base/mem.h"
#include "code_facts.h"
#include "measure/binary/flow/flow.h"

enum {
	MAX_FACTORS = 6,
	MAX_TERMS = 8,
	MAX_LOADS = 32 /* of a block, remembered: the last ones */
};

struct term {
	uint32_t factor[MAX_FACTORS];
	unsigned n;
};

struct value {
	uint32_t id;
	struct term term[MAX_TERMS];
	unsigned n;
};

struct load {
	struct insn_mem mem;
	uint32_t base, index; /* ids of the registers' values */
	uint32_t value;
};

struct numbering {
	struct value reg[REG_COUNT];
	struct load loads[MAX_LOADS]; /* since the last store */
	unsigned nloads;
	uint32_t last; /* id given */
};

static struct value plain(uint32_t id)
{
	struct value v = { .id = id, .n = 1 };

	v.term[0] = (struct term){ .factor = { id }, .n = 1 };
	return v;
}

static struct value fresh(struct numbering *s)
{
	return plain(++s->last);
}

static uint32_t id_of(const struct numbering *s, unsigned r)
{
	return r == REG_NONE ? 0 : s->reg[r].id;
}

static struct value loaded(struct numbering *s, const struct insn_mem *m)
{
	const struct load l = { .mem = *m,
		                .base = id_of(s, m->base),
		                .index = id_of(s, m->index),
		                .value = s->last + 1 };

	for (unsigned i = 0; i < s->nloads && i < MAX_LOADS; i++) {
		const struct load *o = &s->loads[i];

		if (o->base == l.base && o->index == l.index &&
		    o->mem.disp == m->disp && o->mem.size == m->size &&
		    o->mem.pc == m->pc &&
		    (m->index == REG_NONE || o->mem.scale == m->scale))
			return plain(o->value);
	}
	s->loads[s->nloads++ % MAX_LOADS] = l;
	return fresh(s);
}

/* The two values that an addition or multiplication works on. False: others */
static bool operands(struct numbering *s, const struct insn *insn,
                     struct value v[2])
{
	unsigned n = 0;

	for (unsigned r = regset_next(&insn->value, REG_VECTOR); r < REG_FLAGS;
	     r = regset_next(&insn->value, r + 1)) {
		if (n == 2)
			return false;
		v[n++] = s->reg[r];
	}
	for (unsigned k = 0; k < insn->nmem; k++) {
		if (n == 2 || !insn->mem[k].load)
			return false;
		v[n++] = loaded(s, &insn->mem[k]);
	}
	if (n == 1 && insn->nmem == 0) /* the same one twice */
		v[n++] = v[0];
	return n == 2;
}

static bool add_factors(struct term *t, const struct value *v)
{
	const struct term one = { .factor = { v->id }, .n = 1 };
	const struct term *from = v->n == 1 ? &v->term[0] : &one;

	if (t->n + from->n > MAX_FACTORS)
		return false;
	memcpy(t->factor + t->n, from->factor, from->n * sizeof(*from->factor));
	t->n += from->n;
	return true;
}

static struct value product(struct numbering *s, const struct value v[2])
{
	struct value to = fresh(s);
	struct term t = { .n = 0 };

	if (add_factors(&t, &v[0]) && add_factors(&t, &v[1]))
		to.term[0] = t;
	return to;
}

static struct value total(struct numbering *s, const struct value v[2])
{
	struct value to = fresh(s);

	if (v[0].n + v[1].n > MAX_TERMS)
		return to;
	memcpy(to.term, v[0].term, v[0].n * sizeof(*to.term));
	memcpy(to.term + v[0].n, v[1].term, v[1].n * sizeof(*to.term));
	to.n = v[0].n + v[1].n;
	return to;
}

static unsigned times(const struct term *t, uint32_t factor)
{
	unsigned n = 0;

	for (unsigned i = 0; i < t->n; i++)
		n += t->factor[i] == factor;
	return n;
}

/* Classes of an addition of two products */
static uint64_t shared(const struct term *a, const struct term *b)
{
	uint64_t c = 0;

	if (a->n < 2 || b->n < 2)
		return 0;
	for (unsigned i = 0; i < a->n; i++) {
		const unsigned there = times(b, a->factor[i]);

		if (!there)
			continue;
		c |= 1ull << CODE_COMMON_FACTOR;
		if (there > 1 || times(a, a->factor[i]) > 1)
			c |= 1ull << CODE_POWERS;
	}
	return c;
}

static uint64_t sum_classes(const struct value v[2])
{
	uint64_t c = 0;

	for (unsigned i = 0; i < v[0].n; i++) {
		for (unsigned k = 0; k < v[1].n; k++)
			c |= shared(&v[0].term[i], &v[1].term[k]);
	}
	return c;
}

static bool stores(const struct insn *insn)
{
	bool yes = (insn->flags & INSN_STACK_OP) || insn->flow == FLOW_CALL ||
	           insn->flow == FLOW_CALL_INDIRECT;

	for (unsigned k = 0; k < insn->nmem; k++)
		yes |= insn->mem[k].store;
	return yes;
}

/* What an instruction writes */
static struct value result(struct numbering *s, const struct insn *insn,
                           uint64_t *classes)
{
	const unsigned from = regset_next(&insn->value, 0);
	struct value v[2];

	switch (insn->kind) {
	case INSN_MOVE:
		if (insn->nmem == 1 && insn->mem[0].load)
			return loaded(s, &insn->mem[0]);
		if (insn->nmem == 0 && from < REG_NONE &&
		    regset_next(&insn->value, from + 1) == REG_NONE)
			return s->reg[from];
		return fresh(s);
	case INSN_FP_MUL:
		return operands(s, insn, v) ? product(s, v) : fresh(s);
	case INSN_FP_ADD:
		if (!operands(s, insn, v))
			return fresh(s);
		*classes |= sum_classes(v);
		return total(s, v);
	default:
		return fresh(s);
	}
}

static void number(struct numbering *s, const struct insn *insn,
                   uint64_t *classes)
{
	const struct value v = result(s, insn, classes);

	if (stores(insn))
		s->nloads = 0;
	for (unsigned r = regset_next(&insn->write, 0); r < REG_NONE;
	     r = regset_next(&insn->write, r + 1))
		s->reg[r] = r == insn->dest ? v : fresh(s);
	if (insn->flow == FLOW_CALL || insn->flow == FLOW_CALL_INDIRECT) {
		for (unsigned r = 0; r < REG_COUNT; r++)
			s->reg[r] = fresh(s);
	}
}

/* Sums of products need a sum and two products. */
static bool worth_it(const struct flow *f, const struct flow_block *b)
{
	unsigned adds = 0, muls = 0;

	for (uint32_t k = b->first; k < b->first + b->count; k++) {
		adds += f->insns[k].kind == INSN_FP_ADD;
		muls += f->insns[k].kind == INSN_FP_MUL;
	}
	return adds > 0 && muls > 1;
}

void factors_find(const struct flow *f, uint64_t *classes)
{
	struct numbering *s = mem_alloc(1, sizeof(*s));

	for (size_t i = 0; i < f->nblocks; i++) {
		const struct flow_block *b = &f->blocks[i];

		if (!worth_it(f, b))
			continue;
		s->last = 0;
		s->nloads = 0;
		for (unsigned r = 0; r < REG_COUNT; r++)
			s->reg[r] = fresh(s);
		for (uint32_t k = b->first; k < b->first + b->count; k++)
			number(s, &f->insns[k], &classes[k]);
	}
	free(s);
}
