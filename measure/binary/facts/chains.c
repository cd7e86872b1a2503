#include "chains.h"

#include "base/banned.h"
#include "base/mem.h"
#include "code_facts.h"
#include "measure/binary/flow/flow.h"

/* A larger body is no loop that waits for one chain */
enum { MAX_INSNS = 8192 };

/*
 * Nominal latencies, used only to find the longest of several paths: about
 * those of current cores, whose exact figures are in the machine files.
 */
enum {
	LATENCY_FP = 4,
	LATENCY_DIV = 14,
	LATENCY_SHUFFLE = 2,
	LATENCY_LOAD = 5,
	LATENCY_INT_MUL = 3,
	LATENCY_INT_DIV = 14
};

/* The longest path from the origin to a register's value; cycles < 0: none */
struct path {
	int cycles;
	bool address; /* a load's address was on it */
	bool added;   /* the last operation was a floating-point addition */
	struct structure_chain ops;
};

struct state {
	struct path reg[REG_COUNT];
};

/* Places in memory that the loop both loads and stores: by constant address */
struct slot {
	struct insn_mem mem;
	bool load, store;
};

struct search {
	const struct body *body;
	struct slot slots[MAX_SLOTS];
	unsigned nslots;
	bool written[REG_COUNT];
	struct state *in;   /* of each own block, by its place in order */
	uint32_t *place;    /* of each block of the flow, or FLOW_NONE */
	struct path result; /* of the origin that was followed last */
	bool stored;        /* what depends on it, to a place that moves */
};

bool body_on_stack(const struct body *b, const struct insn_mem *m)
{
	return !m->pc && m->index == REG_NONE &&
	       (m->base == b->sp || m->base == b->fp);
}

static const struct insn *block_insns(const struct body *b, size_t i,
                                      uint32_t *count)
{
	const struct flow_block *block = &b->flow->blocks[b->order[i]];

	*count = block->count;
	return &b->flow->insns[block->first];
}

static void mark_written(const struct body *b, bool written[REG_COUNT])
{
	uint32_t n;

	for (size_t i = 0; i < b->n; i++) {
		const struct insn *insn = block_insns(b, i, &n);

		for (; n > 0; n--, insn++) {
			for (unsigned r = regset_next(&insn->write, 0);
			     r < REG_NONE; r = regset_next(&insn->write, r + 1))
				written[r] = true;
		}
	}
}

static bool same_place(const struct insn_mem *a, const struct insn_mem *b)
{
	return a->pc == b->pc && a->base == b->base && a->index == b->index &&
	       a->disp == b->disp && a->size == b->size &&
	       (a->index == REG_NONE || a->scale == b->scale);
}

static bool fixed_place(const struct search *s, const struct insn_mem *m)
{
	return (m->pc || m->base != REG_NONE || m->index != REG_NONE) &&
	       (m->base == REG_NONE || !s->written[m->base]) &&
	       (m->index == REG_NONE || !s->written[m->index]);
}

/* The pseudo-register of a memory operand, or REG_NONE */
static unsigned slot_of(const struct search *s, const struct insn_mem *m)
{
	for (unsigned i = 0; i < s->nslots; i++) {
		if (same_place(&s->slots[i].mem, m))
			return s->slots[i].load && s->slots[i].store
			               ? REG_SLOT + i
			               : REG_NONE;
	}
	return REG_NONE;
}

static void add_slot(struct search *s, const struct insn_mem *m)
{
	unsigned i = 0;

	if ((!m->load && !m->store) || !fixed_place(s, m))
		return;
	while (i < s->nslots && !same_place(&s->slots[i].mem, m))
		i++;
	if (i == MAX_SLOTS)
		return;
	if (i == s->nslots)
		s->slots[s->nslots++] = (struct slot){ .mem = *m };
	s->slots[i].load |= m->load;
	s->slots[i].store |= m->store;
}

static void find_slots(struct search *s)
{
	uint32_t n;

	for (size_t i = 0; i < s->body->n; i++) {
		const struct insn *insn = block_insns(s->body, i, &n);

		for (; n > 0; n--, insn++) {
			for (unsigned k = 0; k < insn->nmem; k++)
				add_slot(s, &insn->mem[k]);
		}
	}
}

static void longer(struct path *p, const struct path *other)
{
	if (other->cycles > p->cycles)
		*p = *other;
}

static void add_operation(struct path *p, const struct insn *insn)
{
	const bool added = p->added;

	p->added =
		insn->kind == INSN_FP_ADD || (added && insn->kind == INSN_MOVE);
	switch (insn->kind) {
	case INSN_FP_ADD:
		p->ops.add++;
		p->ops.add_in_row += added;
		p->cycles += LATENCY_FP;
		break;
	case INSN_FP_MUL:
		p->ops.mul++;
		p->cycles += LATENCY_FP;
		break;
	case INSN_FMA:
		p->ops.fma++;
		p->cycles += LATENCY_FP;
		break;
	case INSN_FP_DIV:
	case INSN_FP_SQRT:
		p->ops.div++;
		p->cycles += LATENCY_DIV;
		break;
	case INSN_FP_OTHER:
	case INSN_CONVERT:
	case INSN_TO_INTEGER:
	case INSN_FROM_INTEGER:
		p->ops.other_fp++;
		p->cycles += LATENCY_FP;
		break;
	case INSN_FP_SHUFFLE:
		p->ops.other_fp++;
		p->cycles += LATENCY_SHUFFLE;
		break;
	case INSN_MOVE:
		if (!regset_has(&insn->read, REG_FLAGS))
			break;
		p->ops.integer++; /* a conditional one */
		p->cycles++;
		break;
	case INSN_NOP:
	case INSN_PREFETCH:
		break;
	case INSN_INT_MUL:
		p->ops.int_mul++;
		p->cycles += LATENCY_INT_MUL;
		break;
	case INSN_INT_DIV:
		p->ops.int_div++;
		p->cycles += LATENCY_INT_DIV;
		break;
	default:
		p->ops.integer++;
		p->cycles++;
	}
}

/* What an instruction's memory operand brings along from the origin */
static void follow_load(const struct search *s, const struct state *st,
                        const struct insn_mem *m, struct path *best)
{
	unsigned slot = slot_of(s, m);
	struct path p = { .cycles = -1 };

	if (slot != REG_NONE) {
		p = st->reg[slot];
		p.ops.through_memory = true;
	}
	if (m->base != REG_NONE && st->reg[m->base].cycles > p.cycles) {
		p = st->reg[m->base];
		p.address = true;
	}
	if (m->index != REG_NONE && st->reg[m->index].cycles > p.cycles) {
		p = st->reg[m->index];
		p.address = true;
	}
	if (p.cycles < 0)
		return;
	p.cycles += LATENCY_LOAD;
	p.ops.loads++;
	longer(best, &p);
}

/* Registers of a store's or load's address are no operands of its value */
static bool only_address(const struct insn *insn, unsigned r)
{
	bool address = false;

	for (unsigned k = 0; k < insn->nmem; k++)
		address |= r == insn->mem[k].base || r == insn->mem[k].index;
	return address && insn->kind != INSN_ADDRESS &&
	       !regset_has(&insn->value, r);
}

static void step(struct search *s, struct state *st, const struct insn *insn)
{
	struct path best = { .cycles = -1 }, base = best;

	/* the base moves on whether or not the access has arrived */
	if (insn->flags & INSN_WRITEBACK) {
		base = st->reg[insn->dest];
		if (base.cycles >= 0) {
			base.cycles++;
			base.ops.integer++;
		}
	}
	for (unsigned r = regset_next(&insn->read, 0); r < REG_SLOT;
	     r = regset_next(&insn->read, r + 1)) {
		if (st->reg[r].cycles > best.cycles && !only_address(insn, r))
			best = st->reg[r];
	}
	for (unsigned k = 0; k < insn->nmem; k++) {
		if (insn->mem[k].load)
			follow_load(s, st, &insn->mem[k], &best);
	}
	if (best.cycles >= 0)
		add_operation(&best, insn);
	for (unsigned r = regset_next(&insn->write, 0); r < REG_SLOT;
	     r = regset_next(&insn->write, r + 1))
		st->reg[r] = best;
	if (insn->flags & INSN_WRITEBACK)
		st->reg[insn->dest] = base;
	for (unsigned k = 0; k < insn->nmem; k++) {
		unsigned slot = insn->mem[k].store ? slot_of(s, &insn->mem[k])
		                                   : REG_NONE;

		if (slot != REG_NONE)
			st->reg[slot] = best;
		s->stored |= best.cycles > 0 && insn->mem[k].store &&
		             !fixed_place(s, &insn->mem[k]);
	}
}

/* Follow the value that origin has at the header through one iteration */
static void follow(struct search *s, unsigned origin)
{
	const struct body *b = s->body;
	const struct flow *f = b->flow;
	uint32_t n;

	s->result = (struct path){ .cycles = -1 };
	s->stored = false;
	for (size_t i = 0; i < b->n; i++) {
		for (unsigned r = 0; r < REG_COUNT; r++)
			s->in[i].reg[r] = (struct path){ .cycles = -1 };
	}
	s->in[0].reg[origin].cycles = 0;
	for (size_t i = 0; i < b->n; i++) {
		const struct insn *insn = block_insns(b, i, &n);
		const struct flow_block *block = &f->blocks[b->order[i]];

		for (; n > 0; n--, insn++)
			step(s, &s->in[i], insn);
		for (uint32_t e = block->succ; e < block->succ + block->nsucc;
		     e++) {
			uint32_t to = s->place[f->edges[e].to];

			if (to == 0)
				longer(&s->result, &s->in[i].reg[origin]);
			if (to == FLOW_NONE || to <= i)
				continue;
			for (unsigned r = 0; r < REG_NONE; r++)
				longer(&s->in[to].reg[r], &s->in[i].reg[r]);
		}
	}
}

static unsigned fp_operations(const struct structure_chain *c)
{
	return c->add + c->mul + c->fma + c->div;
}

/* Which of the facts' chains it belongs to; a counter that advances by one
 * operation is not a chain */
static void keep(struct structure_facts *f, const struct path *p, int best[3])
{
	unsigned which;
	struct structure_chain *const chains[] = { &f->fp_chain, &f->load_chain,
		                                   &f->int_chain };

	if (fp_operations(&p->ops) > 0)
		which = 0;
	else if (p->address)
		which = 1;
	else if (p->cycles > 1)
		which = 2;
	else
		return;
	const unsigned values = chains[which]->values + 1;

	if (p->cycles > best[which]) {
		best[which] = p->cycles;
		*chains[which] = p->ops;
	}
	chains[which]->values = values;
}

void chains_find(const struct body *b, struct structure_facts *f)
{
	struct search s = { .body = b };
	int best[3] = { 0, 0, 0 };
	size_t insns = 0;

	for (size_t i = 0; i < b->n; i++)
		insns += b->flow->blocks[b->order[i]].count;
	if (!b->innermost || insns > MAX_INSNS || b->n > MAX_INSNS / 16)
		return;
	mark_written(b, s.written);
	find_slots(&s);
	s.in = mem_alloc(b->n, sizeof(*s.in));
	s.place = mem_alloc(b->flow->nblocks, sizeof(*s.place));
	for (size_t i = 0; i < b->flow->nblocks; i++)
		s.place[i] = FLOW_NONE;
	for (size_t i = 0; i < b->n; i++)
		s.place[b->order[i]] = (uint32_t)i;
	for (unsigned r = 0; r < REG_NONE; r++) {
		bool carried = r < REG_SLOT ? s.written[r] && r != REG_FLAGS
		                            : r - REG_SLOT < s.nslots;

		if (!carried || r == b->sp)
			continue;
		follow(&s, r);
		s.result.ops.stored = s.stored;
		if (s.result.cycles > 0)
			keep(f, &s.result, best);
	}
	free(s.in);
	free(s.place);
}
