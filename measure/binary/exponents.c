/* What power is asked for: the second argument of calls of pow, where the code
 * in front of them fetches a constant */
#include <math.h>

#include "base/arena.h"
#include "base/banned.h"
#include "measure/binary/flow/callees.h"
#include "measure/binary/flow/flow.h"
#include "procs.h"

enum {
	ARGUMENT = REG_VECTOR + 1,
	MAX_HOPS = 6,
	MAX_BACK = 8,
	MAX_CALLS = 4096
};

/* Bytes of the arguments of a function that raises to a power; 0: another */
static unsigned power_size(const char *name)
{
	static const struct {
		const char *name;
		unsigned size;
	} known[] = { { "pow", 8 },
		      { "__pow_finite", 8 },
		      { "powf", 4 },
		      { "__powf_finite", 4 } };
	const size_t n = name ? strcspn(name, "@") : 0;

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (n == strlen(known[i].name) &&
		    strncmp(name, known[i].name, n) == 0)
			return known[i].size;
	}
	return 0;
}

/* The constant at vaddr, which nothing writes */
static double constant(const struct image *img, uint64_t vaddr, unsigned size)
{
	uint64_t bits;
	uint32_t low;
	double value;
	float small;

	for (size_t i = 0; i < img->nsegments; i++) {
		const struct image_segment *s = &img->segments[i];

		if (s->write && vaddr - s->vaddr < s->memsz)
			return NAN;
	}
	if (!image_read(img, vaddr, size, &bits))
		return NAN;
	if (size == sizeof(value)) {
		memcpy(&value, &bits, sizeof(value));
		return value;
	}
	low = (uint32_t)bits;
	memcpy(&small, &low, sizeof(small));
	return (double)small;
}

static bool calls(const struct insn *insn)
{
	return insn->flow == FLOW_CALL || insn->flow == FLOW_CALL_INDIRECT;
}

/* Where a value is: in a register, or at a place on the stack */
struct holder {
	unsigned reg; /* or REG_NONE, and then: */
	struct insn_mem slot;
};

static bool same_slot(const struct insn_mem *a, const struct insn_mem *b)
{
	return a->base == b->base && a->index == REG_NONE &&
	       b->index == REG_NONE && a->disp == b->disp && !a->pc && !b->pc;
}

static bool stores_to(const struct insn *i, const struct insn_mem *slot)
{
	return i->nmem == 1 && i->mem[0].store && same_slot(&i->mem[0], slot);
}

/* The only store to a place on the stack in all of the code, or FLOW_NONE */
static uint32_t only_store(const struct flow *f, const struct insn_mem *slot)
{
	uint32_t found = FLOW_NONE;

	for (uint32_t i = 0; i < f->ninsns; i++) {
		if (!stores_to(&f->insns[i], slot))
			continue;
		if (found != FLOW_NONE)
			return FLOW_NONE;
		found = i;
	}
	return found;
}

/* The only block that leads to this one, or FLOW_NONE */
static uint32_t only_before(const struct flow *f, uint32_t block)
{
	uint32_t found = FLOW_NONE;

	for (size_t i = 0; i < f->nedges; i++) {
		if (f->edges[i].to != block)
			continue;
		if (found != FLOW_NONE)
			return FLOW_NONE;
		found = f->edges[i].from;
	}
	return block == f->entry ? FLOW_NONE : found;
}

/*
 * What wrote it last before an instruction, or FLOW_NONE: in its block, or in
 * those that are the only way to it. No argument's register outlives a call; a
 * place on the stack does.
 */
static uint32_t writer(const struct flow *f, const struct holder *h,
                       uint32_t at)
{
	uint32_t block = f->block_of[at];

	for (int back = 0; back < MAX_BACK && block != FLOW_NONE; back++) {
		while (at-- > f->blocks[block].first) {
			const struct insn *i = &f->insns[at];

			if (h->reg == REG_NONE ? stores_to(i, &h->slot)
			                       : regset_has(&i->write, h->reg))
				return at;
			if (h->reg != REG_NONE && calls(i))
				return FLOW_NONE;
		}
		block = only_before(f, block);
		if (block != FLOW_NONE)
			at = f->blocks[block].first + f->blocks[block].count;
	}
	return h->reg == REG_NONE ? only_store(f, &h->slot) : FLOW_NONE;
}

/* The register that a move takes its value from, or REG_NONE */
static unsigned source(const struct insn *i)
{
	const unsigned reg = regset_next(&i->value, 0);

	return reg != REG_NONE && regset_next(&i->value, reg + 1) == REG_NONE
	               ? reg
	               : REG_NONE;
}

/* What the second argument is at the call at; NAN: not known */
static double argument(const struct image *img, const struct flow *f,
                       unsigned stack, uint32_t at, unsigned size)
{
	struct holder h = { .reg = ARGUMENT };

	for (int hops = 0; hops < MAX_HOPS; hops++) {
		const struct insn *i;

		at = writer(f, &h, at);
		if (at == FLOW_NONE)
			return NAN;
		i = &f->insns[at];
		if (i->kind != INSN_MOVE)
			return NAN;
		if (i->nmem == 1 && i->mem[0].load) {
			if (i->mem[0].size != size)
				return NAN;
			if (i->mem[0].pc)
				return constant(img, (uint64_t)i->mem[0].disp,
				                size);
			if (i->mem[0].base != stack)
				return NAN;
			h = (struct holder){ REG_NONE, i->mem[0] };
			continue;
		}
		h.reg = source(i);
		if (h.reg == REG_NONE)
			return NAN;
	}
	return NAN;
}

static void add(struct structure *s, struct proc *p, uint64_t addr,
                double value)
{
	struct call_exponent *v =
		arena_alloc(s->arena, p->nexponents + 1, sizeof(*v));

	if (p->nexponents)
		memcpy(v, p->exponents, p->nexponents * sizeof(*v));
	v[p->nexponents++] = (struct call_exponent){ addr, value };
	p->exponents = v;
}

void exponents_find(struct structure *s, struct proc *p, const struct flow *f,
                    const struct flow_source *from)
{
	unsigned sp, fp;

	if (s->image.arch != IMAGE_X86_64)
		return;
	decoder_stack(s->decoder, &sp, &fp);
	for (uint32_t i = 0; i < f->ninsns; i++) {
		const struct insn *call = &f->insns[i];
		bool unused;
		unsigned size = 0;
		double value;

		if (calls(call))
			size = power_size(calls_callee(from, call, &unused));
		if (!size)
			continue;
		value = argument(&s->image, f, sp, i, size);
		if (isfinite(value) && p->nexponents < MAX_CALLS)
			add(s, p, call->addr, value);
	}
}
