#include "chains.h"

#include "base/banned.h"
#include "base/mem.h"
#include "code_facts.h"
#include "measure/binary/flow/flow.h"

/* More operands than that are not compared with each other */
enum { MAX_OPERANDS = 512, MAX_STORES = 64 };

/* How the registers move from one iteration to the next */
struct motion {
	bool reached;
	bool known[REG_COUNT]; /* constant step, which may be 0 */
	int64_t step[REG_COUNT];
	/* how often the same unchanged register is added */
	bool steady[REG_COUNT];
	unsigned added[REG_COUNT];
};

/* Which registers the loop writes: with what they had before its start, which
 * found no room; with anything else */
struct written {
	bool again[REG_COUNT], other[REG_COUNT];
};

struct operand {
	const struct insn_mem *mem;
	int64_t stride;
	bool known, steady;
};

/* Where the loop stores on its stack; n > MAX_STORES: anywhere */
struct stored {
	const struct insn_mem *mem[MAX_STORES];
	size_t n;
};

static void add_stored(const struct body *b, const struct insn *insn,
                       struct stored *s)
{
	for (unsigned k = 0; k < insn->nmem; k++) {
		const struct insn_mem *m = &insn->mem[k];

		if (!m->store || !body_on_stack(b, m))
			continue;
		if (s->n < MAX_STORES)
			s->mem[s->n] = m;
		s->n++;
	}
}

static void find_stored(const struct body *b, struct stored *s)
{
	s->n = 0;
	for (size_t i = 0; i < b->n; i++) {
		const struct flow_block *block = &b->flow->blocks[b->order[i]];

		for (uint32_t k = 0; k < block->count; k++)
			add_stored(b, &b->flow->insns[block->first + k], s);
	}
}

/* Does it load a register that did not find room, and is the same in each
 * iteration? */
static bool loads_again(const struct body *b, const struct stored *s,
                        const struct insn *insn)
{
	const struct insn_mem *m = &insn->mem[0];

	if (insn->kind != INSN_MOVE || insn->nmem != 1 || !m->load ||
	    m->store || (insn->flags & INSN_WRITEBACK) ||
	    insn->dest == REG_NONE || !body_on_stack(b, m) || s->n > MAX_STORES)
		return false;
	for (size_t i = 0; i < s->n; i++) {
		const struct insn_mem *to = s->mem[i];

		if (to->base == m->base && to->disp < m->disp + m->size &&
		    m->disp < to->disp + to->size)
			return false;
	}
	return true;
}

static void note_written(struct written *w, const struct insn *insn, bool loads)
{
	for (unsigned r = 0; r < REG_FLAGS; r++) {
		if (!regset_has(&insn->write, r))
			continue;
		w->again[r] |= loads;
		w->other[r] |= !loads;
	}
}

/* Registers that only such loads write do not change */
static void find_written(const struct body *b, struct written *w)
{
	struct stored s;

	find_stored(b, &s);
	for (size_t i = 0; i < b->n; i++) {
		const struct flow_block *block = &b->flow->blocks[b->order[i]];

		for (uint32_t k = 0; k < block->count; k++) {
			const struct insn *insn =
				&b->flow->insns[block->first + k];

			note_written(w, insn, loads_again(b, &s, insn));
		}
	}
	for (unsigned r = 0; r < REG_COUNT; r++) {
		w->other[r] |= b->written[r];
		w->again[r] &= !w->other[r];
	}
}

/* One instruction; a register to which an unchanged register is added moves by
 * the same distance each time */
static void pass(struct motion *m, const struct insn *insn,
                 const struct written *w)
{
	const bool adds = (insn->flags & INSN_ADDS_REG) &&
	                  insn->imm < REG_VECTOR && !w->other[insn->imm];

	for (unsigned r = 0; r < REG_FLAGS; r++) {
		if (!regset_has(&insn->write, r) || w->again[r])
			continue;
		if (r == insn->dest && (insn->flags & INSN_ADDS_IMM)) {
			m->step[r] += insn->imm;
			continue;
		}
		m->known[r] = false;
		m->steady[r] &= r == insn->dest && adds;
		m->added[r]++;
	}
}

/* Where paths meet, only steps that are equal on both are known */
static void join(struct motion *m, const struct motion *other)
{
	if (!m->reached) {
		*m = *other;
		m->reached = true;
		return;
	}
	for (unsigned r = 0; r < REG_COUNT; r++) {
		if (!other->known[r] || m->step[r] != other->step[r])
			m->known[r] = false;
		if (!other->steady[r] || m->step[r] != other->step[r] ||
		    m->added[r] != other->added[r])
			m->steady[r] = false;
	}
}

/*
 * How far each register moves from the header to a latch, when it is by the
 * same constant on all paths. Loops inside are passed through once: what they
 * write is not known anyway.
 */
static void find_motion(const struct body *b, struct motion *result)
{
	const struct flow *f = b->flow;
	struct motion *in = mem_alloc(b->n, sizeof(*in));
	uint32_t *place = mem_alloc(f->nblocks + 1, sizeof(*place));
	struct written w = { 0 };

	find_written(b, &w);
	for (size_t i = 0; i < b->n; i++)
		place[b->order[i]] = (uint32_t)i + 1;
	for (unsigned r = 0; r < REG_COUNT; r++)
		in[0].steady[r] = in[0].known[r] = !b->written[r] || w.again[r];
	in[0].reached = true;
	*result = (struct motion){ 0 };
	for (size_t i = 0; i < b->n; i++) {
		const struct flow_block *block = &f->blocks[b->order[i]];

		if (!in[i].reached)
			continue;
		for (uint32_t k = 0; k < block->count; k++)
			pass(&in[i], &f->insns[block->first + k], &w);
		for (uint32_t e = block->succ; e < block->succ + block->nsucc;
		     e++) {
			uint32_t to = place[f->edges[e].to];

			if (to == 1)
				join(result, &in[i]);
			else if (to > i + 1)
				join(&in[to - 1], &in[i]);
		}
	}
	free(in);
	free(place);
}

static struct operand operand_of(const struct motion *m,
                                 const struct insn_mem *mem)
{
	struct operand o = { .mem = mem, .known = true, .steady = true };

	if (mem->base != REG_NONE) {
		o.known &= m->known[mem->base];
		o.steady &= m->steady[mem->base];
		o.stride += m->step[mem->base];
	}
	if (mem->index != REG_NONE) {
		o.known &= mem->index < REG_VECTOR && m->known[mem->index];
		o.steady &= mem->index < REG_VECTOR && m->steady[mem->index];
		o.stride += mem->scale * m->step[mem->index];
	}
	return o;
}

/*
 * Bytes that the operands of an unrolled loop access side by side: those that
 * move with o and differ in their constant only, within one stride
 */
static int64_t covered(const struct operand *v, size_t n,
                       const struct operand *o)
{
	int64_t bytes = 0, span = o->stride < 0 ? -o->stride : o->stride;

	for (size_t i = 0; i < n; i++) {
		const struct insn_mem *a = v[i].mem, *b = o->mem;
		bool twice = false;

		if (!v[i].known || a->base != b->base || a->index != b->index ||
		    v[i].stride != o->stride || a->disp - b->disp >= span ||
		    b->disp - a->disp >= span)
			continue;
		for (size_t k = 0; k < i && !twice; k++)
			twice = v[k].mem->base == a->base &&
			        v[k].mem->index == a->index &&
			        v[k].mem->disp == a->disp;
		if (!twice)
			bytes += a->size;
	}
	return bytes;
}

static void classify(const struct operand *v, size_t n, const struct operand *o,
                     struct structure_facts *f)
{
	int64_t span = o->stride < 0 ? -o->stride : o->stride;

	if (!o->known && o->steady) {
		f->mem_strided++;
	} else if (!o->known) {
		f->mem_unknown++;
	} else if (span == 0) {
		f->mem_invariant++;
	} else if (span <= covered(v, n, o)) {
		f->mem_unit++;
	} else {
		f->mem_strided++;
		if (span > (f->max_stride < 0 ? -f->max_stride : f->max_stride))
			f->max_stride = o->stride;
	}
}

/* The memory operands of one block, added after the n found so far */
static size_t add_operands(const struct body *b, const struct flow_block *block,
                           const struct motion *m, struct operand *v, size_t n)
{
	for (uint32_t k = 0; k < block->count; k++) {
		const struct insn *insn = &b->flow->insns[block->first + k];

		for (unsigned j = 0; j < insn->nmem; j++) {
			const struct insn_mem *mem = &insn->mem[j];

			if ((mem->load || mem->store) &&
			    !body_on_stack(b, mem) && n < MAX_OPERANDS)
				v[n++] = operand_of(m, mem);
		}
	}
	return n;
}

void strides_find(const struct body *b, struct structure_facts *f)
{
	struct operand *v = mem_alloc(MAX_OPERANDS, sizeof(*v));
	struct motion m;
	size_t n = 0;

	find_motion(b, &m);
	for (size_t i = 0; i < b->n; i++) {
		if (b->own[b->order[i]])
			n = add_operands(b, &b->flow->blocks[b->order[i]], &m,
			                 v, n);
	}
	for (size_t i = 0; i < n; i++)
		classify(v, n, &v[i], f);
	free(v);
}
