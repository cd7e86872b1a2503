/* What power is asked for: the second argument of calls of pow, where the code
 * in front of them fetches a constant */
#include <math.h>

#include "base/arena.h"
#include "base/banned.h"
#include "measure/structure/flow/callees.h"
#include "measure/structure/flow/flow.h"
#include "procs.h"

enum { ARGUMENT = REG_VECTOR + 1, MAX_HOPS = 4, MAX_CALLS = 4096 };

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

/* What the second argument is at the call at; NAN: not known. No argument's
 * register outlives a call. */
static double argument(const struct image *img, const struct flow *f,
                       const struct flow_block *b, uint32_t at, unsigned size)
{
	unsigned reg = ARGUMENT;
	int hops = 0;

	while (at-- > b->first && !calls(&f->insns[at])) {
		const struct insn *i = &f->insns[at];

		if (!regset_has(&i->write, reg))
			continue;
		if (i->kind != INSN_MOVE || hops++ == MAX_HOPS)
			return NAN;
		if (i->nmem == 1 && i->mem[0].pc && i->mem[0].load &&
		    i->mem[0].size == size)
			return constant(img, (uint64_t)i->mem[0].disp, size);
		reg = regset_next(&i->read, 0);
		if (i->nmem || reg == REG_NONE ||
		    regset_next(&i->read, reg + 1) != REG_NONE)
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
	if (s->image.arch != IMAGE_X86_64)
		return;
	for (uint32_t i = 0; i < f->ninsns; i++) {
		const struct insn *call = &f->insns[i];
		bool unused;
		unsigned size = 0;
		double value;

		if (calls(call))
			size = power_size(calls_callee(from, call, &unused));
		if (!size)
			continue;
		value = argument(&s->image, f, &f->blocks[f->block_of[i]], i,
		                 size);
		if (isfinite(value) && p->nexponents < MAX_CALLS)
			add(s, p, call->addr, value);
	}
}
