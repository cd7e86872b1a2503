#include "facts_find.h"

#include "base/arena.h"
#include "base/banned.h"
#include "base/mem.h"
#include "chains.h"
#include "parts.h"

/* Steps through all nested loops of a procedure; real ones need thousands */
/* Blocks and instructions looked at for the facts of one procedure */
enum { MAX_WORK = 1 << 23 };

static bool is_arithmetic(const struct insn *insn)
{
	return insn->kind >= INSN_FP_ADD && insn->kind <= INSN_FP_OTHER;
}

static void count_arithmetic(struct structure_facts *f, const struct insn *insn)
{
	bool packed = insn->flags & INSN_PACKED;

	f->fp_scalar += !packed;
	f->fp_packed += packed;
	f->fp_add += insn->kind == INSN_FP_ADD;
	f->fp_mul += insn->kind == INSN_FP_MUL;
	f->fma += insn->kind == INSN_FMA;
	f->fp_div += insn->kind == INSN_FP_DIV;
	f->fp_sqrt += insn->kind == INSN_FP_SQRT;
	f->fp_single += (insn->flags & INSN_SINGLE) != 0;
	f->fp_double += (insn->flags & INSN_DOUBLE) != 0;
	if (packed && insn->vector_bits > f->fp_vector_bits)
		f->fp_vector_bits = insn->vector_bits;
}

/*
 * Does it work on whole vectors? Scalar code copies, masks and clears whole
 * registers too, so only accesses to memory and arithmetic count.
 */
static bool uses_vector(const struct insn *insn)
{
	bool memory = insn->nmem > 0;

	switch (insn->kind) {
	case INSN_MOVE:
		return memory && (insn->flags & (INSN_SINGLE | INSN_DOUBLE))
		               ? insn->flags & INSN_PACKED
		               : memory && insn->mem[0].size >= 16;
	case INSN_OTHER:
		return true;
	case INSN_FP_SHUFFLE:
	case INSN_ADDRESS:
	case INSN_NOP:
		return false;
	default:
		return insn->flags & INSN_PACKED;
	}
}

static void count_memory(struct structure_facts *f, const struct insn *insn,
                         const struct body *b)
{
	for (unsigned k = 0; k < insn->nmem; k++) {
		const struct insn_mem *m = &insn->mem[k];
		bool stack = body_on_stack(b, m);

		f->loads += m->load;
		f->stores += m->store;
		f->stack_loads += m->load && stack;
		f->stack_stores += m->store && stack;
		f->streaming_stores +=
			m->store && (insn->flags & INSN_STREAMING);
	}
	if (insn->flags & INSN_STACK_OP) {
		bool pop = insn->flags & INSN_POP;

		f->loads += pop;
		f->stack_loads += pop;
		f->stores += !pop;
		f->stack_stores += !pop;
	}
}

static void count(struct structure_facts *f, const struct insn *insn,
                  const struct body *b)
{
	f->instructions++;
	count_memory(f, insn, b);
	if (is_arithmetic(insn))
		count_arithmetic(f, insn);
	f->conversions += insn_converts(insn->kind);
	f->to_integer += insn->kind == INSN_TO_INTEGER;
	f->from_integer += insn->kind == INSN_FROM_INTEGER;
	f->x87 += (insn->flags & INSN_X87) != 0;
	f->int_div += insn->kind == INSN_INT_DIV;
	f->prefetches += insn->kind == INSN_PREFETCH;
	f->gathers += (insn->flags & INSN_GATHER) != 0;
	f->atomics += (insn->flags & INSN_ATOMIC) != 0;
	f->scalable_vectors |= (insn->flags & INSN_SCALABLE) != 0;
	f->calls += insn->flow == FLOW_CALL || insn->flow == FLOW_CALL_INDIRECT;
	f->indirect_calls += insn->flow == FLOW_CALL_INDIRECT;
	f->branches += insn->flow == FLOW_BRANCH;
	if (insn->vector_bits > f->vector_bits && uses_vector(insn))
		f->vector_bits = insn->vector_bits;
}

static uint64_t bit(enum code_class c, bool holds)
{
	return holds ? UINT64_C(1) << c : 0;
}

static uint64_t memory_classes(const struct insn *insn, const struct body *b)
{
	const bool stack_op = insn->flags & INSN_STACK_OP;
	const bool pop = insn->flags & INSN_POP;
	uint64_t c = bit(CODE_LOAD, stack_op && pop) |
	             bit(CODE_STORE, stack_op && !pop) |
	             bit(CODE_SPILL, stack_op);

	for (unsigned k = 0; k < insn->nmem; k++) {
		const struct insn_mem *m = &insn->mem[k];

		c |= bit(CODE_LOAD, m->load) | bit(CODE_STORE, m->store) |
		     bit(CODE_SPILL,
		         (m->load || m->store) && body_on_stack(b, m)) |
		     bit(CODE_STATIC, (m->load || m->store) && m->pc) |
		     bit(CODE_OF_SINGLE, insn->flags & INSN_SINGLE) |
		     bit(CODE_OF_DOUBLE, insn->flags & INSN_DOUBLE) |
		     bit(CODE_STREAMING,
		         m->store && (insn->flags & INSN_STREAMING));
	}
	return c;
}

static uint64_t arithmetic_classes(const struct insn *insn)
{
	const bool packed = insn->flags & INSN_PACKED;

	return bit(CODE_FP_PACKED, packed) | bit(CODE_FP_SCALAR, !packed) |
	       bit(CODE_FP_ADD, insn->kind == INSN_FP_ADD) |
	       bit(CODE_FP_MUL, insn->kind == INSN_FP_MUL) |
	       bit(CODE_FMA, insn->kind == INSN_FMA) |
	       bit(CODE_DIVIDE, insn->kind == INSN_FP_DIV) |
	       bit(CODE_ROOT, insn->kind == INSN_FP_SQRT) |
	       bit(CODE_FP_SINGLE, insn->flags & INSN_SINGLE) |
	       bit(CODE_FP_DOUBLE, insn->flags & INSN_DOUBLE);
}

/* What count() counts once, as bits */
static uint64_t classes(const struct insn *insn, const struct body *b)
{
	const bool indirect = insn->flow == FLOW_CALL_INDIRECT;

	return memory_classes(insn, b) |
	       (is_arithmetic(insn) ? arithmetic_classes(insn) : 0) |
	       bit(CODE_CONVERSION, insn_converts(insn->kind)) |
	       bit(CODE_TO_INTEGER, insn->kind == INSN_TO_INTEGER) |
	       bit(CODE_FROM_INTEGER, insn->kind == INSN_FROM_INTEGER) |
	       bit(CODE_INT_DIVIDE, insn->kind == INSN_INT_DIV) |
	       bit(CODE_X87, insn->flags & INSN_X87) |
	       bit(CODE_CALL, insn->flow == FLOW_CALL || indirect) |
	       bit(CODE_CALL_INDIRECT, indirect) |
	       bit(CODE_RETURN, insn->flow == FLOW_RETURN) |
	       bit(CODE_BRANCH, insn->flow == FLOW_BRANCH) |
	       bit(CODE_GATHER, insn->flags & INSN_GATHER) |
	       bit(CODE_PREFETCH, insn->kind == INSN_PREFETCH) |
	       bit(CODE_ATOMIC, insn->flags & INSN_ATOMIC);
}

/* The working state of one procedure's facts */
struct finder {
	struct source_loops *s;
	unsigned sp, fp;
	uint32_t *start, *blocks; /* own blocks of loop i: start[i]..[i + 1] */
	bool *has_child;
	bool (*written)[REG_COUNT]; /* by the loops inside each loop */
	/* of the loop at hand, by block */
	uint32_t *order, *stack, *next, *stamp;
	bool *own;
	size_t budget;
};

/* Blocks by their innermost loop; those outside all loops come last */
static void sort_blocks(struct finder *w)
{
	const struct source_loops *s = w->s;
	size_t n = s->loops.n;
	uint32_t *fill;

	w->start = mem_alloc(n + 2, sizeof(*w->start));
	w->blocks = mem_alloc(s->flow.nblocks + 1, sizeof(*w->blocks));
	fill = mem_alloc(n + 2, sizeof(*fill));
	for (size_t b = 0; b < s->flow.nblocks; b++) {
		uint32_t loop = s->loops.of_block[b];

		w->start[(loop == LOOPS_NONE ? n : loop) + 1]++;
	}
	for (size_t i = 1; i < n + 2; i++)
		w->start[i] += w->start[i - 1];
	memcpy(fill, w->start, (n + 2) * sizeof(*fill));
	for (uint32_t b = 0; b < s->flow.nblocks; b++) {
		uint32_t loop = s->loops.of_block[b];

		w->blocks[fill[loop == LOOPS_NONE ? n : loop]++] = b;
	}
	free(fill);
}

/* Add the registers that a block writes */
static void add_written(const struct source_loops *s,
                        const struct flow_block *b, bool *written)
{
	for (uint32_t i = 0; i < b->count; i++) {
		const struct regset *set = &s->flow.insns[b->first + i].write;

		for (unsigned r = 0; r < REG_NONE; r++)
			written[r] |= regset_has(set, r);
	}
}

static void find_written(struct finder *w)
{
	const struct source_loops *s = w->s;

	w->written = mem_alloc(s->loops.n + 1, sizeof(*w->written));
	w->has_child = mem_alloc(s->loops.n + 1, sizeof(*w->has_child));
	for (uint32_t loop = (uint32_t)s->loops.n; loop-- > 0;) {
		uint32_t up = s->loops.v[loop].parent;

		if (up == LOOPS_NONE)
			continue;
		w->has_child[up] = true;
		/* what this loop writes, its parent's loops inside write */
		for (uint32_t k = w->start[loop]; k < w->start[loop + 1]; k++)
			add_written(s, &s->flow.blocks[w->blocks[k]],
			            w->written[up]);
		for (unsigned r = 0; r < REG_NONE; r++)
			w->written[up][r] |= w->written[loop][r];
	}
}

/*
 * The blocks of a loop with the header first, then each after those that lead
 * to it: depth first, in reverse order of leaving. 0: too large.
 */
static size_t order_blocks(struct finder *w, uint32_t loop)
{
	const struct source_loops *s = w->s;
	size_t depth = 0, n = 0, at = 0;

	w->stack[depth++] = s->loops.v[loop].header;
	w->next[w->stack[0]] = 0;
	w->stamp[w->stack[0]] = loop + 1;
	while (depth > 0) {
		uint32_t b = w->stack[depth - 1], to, in;
		const struct flow_block *block = &s->flow.blocks[b];

		if (w->budget < 1 + (size_t)block->count) {
			w->budget = 0;
			return 0;
		}
		w->budget--;
		if (w->next[b] == block->nsucc) {
			w->budget -= block->count;
			w->order[n++] = b;
			depth--;
			continue;
		}
		to = s->flow.edges[block->succ + w->next[b]++].to;
		in = s->loops.of_block[to];
		if (w->stamp[to] == loop + 1 || in == LOOPS_NONE ||
		    !loops_holds(&s->loops, loop, in))
			continue;
		w->next[to] = 0;
		w->stamp[to] = loop + 1;
		w->stack[depth++] = to;
	}
	while (at + 1 < n - at) {
		uint32_t b = w->order[at];

		w->order[at] = w->order[n - 1 - at];
		w->order[n - 1 - at] = b;
		at++;
	}
	return n;
}

static void loop_facts(struct finder *w, uint32_t loop)
{
	struct source_loops *s = w->s;
	struct structure_facts *f = &s->parts[s->part_of[loop]].facts;
	struct body b = {
		.flow = &s->flow,
		.order = w->order,
		.own = w->own,
		.innermost = !w->has_child[loop],
		.sp = w->sp,
		.fp = w->fp,
		.written = w->written[loop],
	};

	for (uint32_t k = w->start[loop]; k < w->start[loop + 1]; k++) {
		const struct flow_block *block = &s->flow.blocks[w->blocks[k]];

		w->own[w->blocks[k]] = true;
		for (uint32_t i = block->first; i < block->first + block->count;
		     i++) {
			count(f, &s->flow.insns[i], &b);
			s->classes[i] = classes(&s->flow.insns[i], &b);
		}
	}
	b.n = w->budget ? order_blocks(w, loop) : 0;
	if (b.n) {
		chains_find(&b, f);
		strides_find(&b, f);
		spins_find(&b, f);
		uses_find(&b, f, s->classes);
	}
	for (uint32_t k = w->start[loop]; k < w->start[loop + 1]; k++)
		w->own[w->blocks[k]] = false;
}

static void all_loops(struct finder *w)
{
	size_t n = w->s->flow.nblocks + 1;

	w->order = mem_alloc(n, sizeof(*w->order));
	w->stack = mem_alloc(n, sizeof(*w->stack));
	w->next = mem_alloc(n, sizeof(*w->next));
	w->stamp = mem_alloc(n, sizeof(*w->stamp));
	w->own = mem_alloc(n, sizeof(*w->own));
	w->budget = MAX_WORK;
	for (uint32_t loop = 0; loop < w->s->loops.n; loop++)
		loop_facts(w, loop);
	w->s->facts_work = MAX_WORK - w->budget;
	free(w->order);
	free(w->stack);
	free(w->next);
	free(w->stamp);
	free(w->own);
}

/* Is the frame pointer set up among the first instructions? */
static bool has_frame_pointer(const struct flow *f, unsigned sp, unsigned fp)
{
	uint32_t first = f->blocks[f->entry].first;

	for (uint32_t i = first; i < first + 12 && i < f->ninsns; i++) {
		const struct insn *insn = &f->insns[i];

		if (insn->dest == fp && regset_has(&insn->read, sp) &&
		    !insn->nmem && !(insn->flags & INSN_STACK_OP))
			return true;
	}
	return false;
}

/* Does a block end with a branch that may lead out of its innermost loop? */
static bool leaves(const struct source_loops *s, uint32_t block)
{
	const struct flow_block *b = &s->flow.blocks[block];
	const uint32_t loop = s->loops.of_block[block];

	if (loop == LOOPS_NONE || !b->count ||
	    s->flow.insns[b->first + b->count - 1].flow != FLOW_BRANCH)
		return false;
	for (uint32_t e = b->succ; e < b->succ + b->nsucc; e++) {
		const uint32_t to = s->loops.of_block[s->flow.edges[e].to];

		if (to == LOOPS_NONE || !loops_holds(&s->loops, loop, to))
			return true;
	}
	return false;
}

/* Facts that need more than one instruction */
static void add_classes(struct source_loops *s)
{
	for (uint32_t b = 0; b < s->flow.nblocks; b++) {
		const struct flow_block *block = &s->flow.blocks[b];
		const uint32_t loop = s->loops.of_block[b];
		struct structure_facts *f =
			loop == LOOPS_NONE ? &s->proc->facts
					   : &s->parts[s->part_of[loop]].facts;

		for (uint32_t i = block->first; i < block->first + block->count;
		     i++) {
			f->common_factors +=
				s->classes[i] >> CODE_COMMON_FACTOR & 1;
			f->powers += s->classes[i] >> CODE_POWERS & 1;
		}
		if (leaves(s, b))
			s->classes[block->first + block->count - 1] |=
				1ull << CODE_LEAVES;
	}
}

static const struct structure_part *main_part(const struct structure_loop *l)
{
	const struct structure_part *best = l->parts[0];

	for (size_t i = 1; i < l->nparts; i++) {
		const struct structure_facts *a = &l->parts[i]->facts;
		const struct structure_facts *b = &best->facts;

		if (a->vector_bits > b->vector_bits ||
		    (a->vector_bits == b->vector_bits &&
		     a->instructions > b->instructions))
			best = l->parts[i];
	}
	return best;
}

static void choose_main_parts(struct source_loops *s)
{
	for (size_t i = 0; i < s->nresult; i++) {
		struct structure_loop *l = &s->result[i];
		const struct structure_part **v =
			(const struct structure_part **)(uintptr_t)l->parts;
		const struct structure_part *best = main_part(l);
		size_t k = 0;

		while (v[k] != best)
			k++;
		v[k] = v[0];
		v[0] = best;
		l->facts = &best->facts;
		l->header = best->header;
	}
}

/* Which loops have others in them */
static void find_innermost(struct source_loops *s)
{
	for (size_t i = 0; i < s->nresult; i++)
		s->result[i].innermost = true;
	for (size_t i = 0; i < s->nresult; i++) {
		if (s->result[i].parent)
			s->result[s->result[i].parent - s->result].innermost =
				false;
	}
}

void facts_find(struct source_loops *s, const struct decoder *decoder)
{
	struct finder w = { .s = s };
	struct structure_proc *p = s->proc;
	size_t n = s->loops.n;

	if (s->flow.ninsns == 0)
		return;
	decoder_stack(decoder, &w.sp, &w.fp);
	p->frame_pointer = has_frame_pointer(&s->flow, w.sp, w.fp);
	if (!p->frame_pointer)
		w.fp = REG_NONE;
	sort_blocks(&w);
	find_written(&w);
	all_loops(&w);
	struct body rest = { .flow = &s->flow, .sp = w.sp, .fp = w.fp };

	for (uint32_t k = w.start[n]; k < w.start[n + 1]; k++) {
		const struct flow_block *b = &s->flow.blocks[w.blocks[k]];

		for (uint32_t i = b->first; i < b->first + b->count; i++) {
			count(&p->facts, &s->flow.insns[i], &rest);
			s->classes[i] = classes(&s->flow.insns[i], &rest);
		}
	}
	decisions_find(&s->flow, s->classes);
	factors_find(&s->flow, s->classes);
	add_classes(s);
	choose_main_parts(s);
	find_innermost(s);
	free(w.start);
	free(w.blocks);
	free(w.has_child);
	free(w.written);
}
