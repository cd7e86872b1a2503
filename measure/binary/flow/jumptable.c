#include "flow.h"

#include "base/banned.h"

enum { WINDOW = 64, MAX_ENTRIES = 4096 };

/* A table of jump targets: entries of size bytes, added to base */
struct table {
	uint64_t addr, base;
	unsigned size;
	uint64_t entries; /* upper bound, or MAX_ENTRIES */
};

/* The constant address that reg was last given before instruction at */
static bool constant_of(const struct flow *f, uint32_t at, unsigned reg,
                        uint64_t *value)
{
	for (uint32_t i = at; i-- > 0 && at - i <= WINDOW * 8;) {
		const struct insn *insn = &f->insns[i];

		if (!regset_has(&insn->write, reg))
			continue;
		if (insn->kind != INSN_ADDRESS || !insn->imm ||
		    (insn->flags & INSN_ADDS_REG))
			return false;
		*value = (uint64_t)insn->imm;
		return true;
	}
	return false;
}

/* The load that gave reg its value before at, through moves and additions */
static uint32_t load_of(const struct flow *f, uint32_t at, unsigned reg)
{
	for (uint32_t i = at; i-- > 0 && at - i <= WINDOW;) {
		const struct insn *insn = &f->insns[i];

		if (!regset_has(&insn->write, reg))
			continue;
		if (insn->nmem && insn->mem[0].load)
			return i;
		if (insn->flow != FLOW_NEXT)
			return FLOW_NONE;
	}
	return FLOW_NONE;
}

/* One more than the constant of the range check in front of the jump */
static uint64_t bound_before(const struct flow *f, uint32_t at)
{
	for (uint32_t i = at; i-- > 0 && at - i <= WINDOW;) {
		const struct insn *insn = &f->insns[i];

		if ((insn->flags & INSN_COMPARE_IMM) && insn->imm > 0 &&
		    insn->imm < MAX_ENTRIES && i + 1 < f->ninsns &&
		    f->insns[i + 1].flow == FLOW_BRANCH)
			return (uint64_t)insn->imm + 1;
	}
	return MAX_ENTRIES;
}

/* jmp *table(,%reg,8), or *(%base,%reg,8) with base a constant */
static bool absolute_table(const struct flow *f, uint32_t at,
                           const struct insn_mem *m, struct table *t)
{
	*t = (struct table){ .size = 8, .addr = (uint64_t)m->disp };
	if (m->index == REG_NONE || m->scale != 8)
		return false;
	if (m->base != REG_NONE) {
		if (!constant_of(f, at, m->base, &t->addr))
			return false;
		t->addr += (uint64_t)m->disp;
	}
	return true;
}

/*
 * lea table(%rip),%b; movslq (%b,%i,4),%r; add %b,%r; jmp *%r. The registers of
 * the addition and of the load show which is the base.
 */
static bool relative_table(const struct flow *f, uint32_t at, unsigned reg,
                           struct table *t)
{
	uint32_t load = load_of(f, at, reg);
	const struct insn_mem *m =
		load == FLOW_NONE ? NULL : &f->insns[load].mem[0];

	if (!m || m->base == REG_NONE || m->index == REG_NONE)
		return false;
	if (m->scale == 8 && m->size == 8)
		return absolute_table(f, load, m, t);
	*t = (struct table){ .size = 4 };
	if (m->scale != 4 || !constant_of(f, load, m->base, &t->addr))
		return false;
	t->base = t->addr;
	t->addr += (uint64_t)m->disp;
	return true;
}

bool jumptable_targets(const struct flow *f, const struct image *img,
                       uint32_t at, void (*each)(void *ctx, uint32_t insn),
                       void *ctx)
{
	const struct insn *jump = &f->insns[at];
	struct table t;
	bool found = false;

	if (jump->nmem) {
		if (!absolute_table(f, at, &jump->mem[0], &t))
			return false;
	} else {
		unsigned reg = 0;

		while (reg < 32 && !regset_has(&jump->read, reg))
			reg++;
		if (reg == 32 || !relative_table(f, at, reg, &t))
			return false;
	}
	t.entries = bound_before(f, at);
	for (uint64_t i = 0; i < t.entries; i++) {
		uint64_t v;
		uint32_t insn;

		if (!image_read(img, t.addr + i * t.size, t.size, &v))
			break;
		if (t.size == 4)
			v = t.base + (uint64_t)(int32_t)v;
		insn = flow_insn(f, v);
		if (insn == FLOW_NONE)
			break;
		each(ctx, insn);
		found = true;
	}
	return found;
}
