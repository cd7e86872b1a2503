#include "flow.h"

#include "base/banned.h"
#include "base/mem.h"
#include "callees.h"
#include "measure/binary/elf/frames.h"
#include "measure/binary/elf/inlined.h"

/* A larger procedure is not decoded: no compiler makes one */
enum { MAX_CODE = 32 << 20 };

/* What the build needs besides the result */
struct attribution {
	struct flow *f;
	const struct flow_source *src;
	bool *leader, *ends; /* of each instruction; one more than there are */
	uint32_t from;       /* the edge that is being made */
};

uint32_t flow_insn_after(const struct flow *f, uint64_t addr)
{
	size_t low = 0, high = f->ninsns;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (f->insns[mid].addr < addr)
			low = mid + 1;
		else
			high = mid;
	}
	return (uint32_t)low;
}

uint32_t flow_insn(const struct flow *f, uint64_t addr)
{
	uint32_t i = flow_insn_after(f, addr);

	return i < f->ninsns && f->insns[i].addr == addr ? i : FLOW_NONE;
}

static void decode_range(struct flow *f, const struct flow_source *src,
                         const struct structure_range *r)
{
	size_t avail = 0;
	const uint8_t *p = image_bytes(src->img, r->low, &avail);
	uint64_t at = r->low;

	if (!p || r->high - r->low > MAX_CODE)
		return;
	if (avail > r->high - r->low)
		avail = r->high - r->low;
	while (avail > 0) {
		struct insn insn;

		/* what is not known flows on: data or a newer instruction */
		decode(src->decoder, p, avail, at, &insn);
		f->insns = mem_grow(f->insns, &f->insns_cap, f->ninsns + 1,
		                    sizeof(*f->insns));
		f->insns[f->ninsns++] = insn;
		p += insn.size;
		at += insn.size;
		avail -= insn.size;
	}
}

/* Does control reach the next instruction after i? */
static bool falls_through(const struct attribution *b, uint32_t i)
{
	const struct insn *insn = &b->f->insns[i];

	if (i + 1 >= b->f->ninsns ||
	    b->f->insns[i + 1].addr != insn->addr + insn->size)
		return false;
	switch (insn->flow) {
	case FLOW_JUMP:
	case FLOW_SWITCH:
	case FLOW_RETURN:
	case FLOW_STOP:
		return false;
	case FLOW_CALL:
	case FLOW_CALL_INDIRECT:
		return !b->ends[i];
	default:
		return true;
	}
}

static void mark_leader(void *ctx, uint32_t insn)
{
	struct attribution *b = ctx;

	b->leader[insn] = true;
}

static void mark_landing_pad(void *ctx, uint64_t low, uint64_t high,
                             uint64_t pad)
{
	struct attribution *b = ctx;
	uint32_t i = flow_insn(b->f, pad);

	(void)low;
	(void)high;
	if (i != FLOW_NONE)
		b->leader[i] = true;
}

/* The exception tables of every part of the procedure */
static void each_landing_pad(struct attribution *b,
                             void (*each)(void *ctx, uint64_t low,
                                          uint64_t high, uint64_t pad))
{
	const struct unwind_frame *last = NULL;

	for (size_t i = 0; i < b->f->ninsns; i++) {
		const struct unwind_frame *fde;

		if (last && b->f->insns[i].addr < last->high)
			continue;
		fde = frames_find(b->src->frames, b->f->insns[i].addr);
		if (!fde)
			continue;
		last = fde;
		if (fde->lsda)
			frames_landing_pads(b->src->img, fde, each, b);
	}
}

static void find_leaders(struct attribution *b, uint64_t entry)
{
	struct flow *f = b->f;
	uint32_t at = flow_insn(f, entry), target;

	b->leader[0] = true;
	if (at != FLOW_NONE)
		b->leader[at] = true;
	for (uint32_t i = 0; i < f->ninsns; i++) {
		const struct insn *insn = &f->insns[i];

		if (insn->flow == FLOW_CALL || insn->flow == FLOW_CALL_INDIRECT)
			b->ends[i] = calls_never_return(b->src, insn);
		else
			b->ends[i] = insn->flow != FLOW_NEXT;
		if (i + 1 < f->ninsns &&
		    (b->ends[i] ||
		     f->insns[i + 1].addr != insn->addr + insn->size))
			b->leader[i + 1] = true;
		if (insn->flow == FLOW_BRANCH || insn->flow == FLOW_JUMP) {
			target = flow_insn(f, insn->target);
			if (target != FLOW_NONE)
				b->leader[target] = true;
		} else if (insn->flow == FLOW_SWITCH) {
			jumptable_targets(f, b->src->img, i, mark_leader, b);
		}
	}
	each_landing_pad(b, mark_landing_pad);
}

static void make_blocks(struct attribution *b)
{
	struct flow *f = b->f;
	size_t n = 0;

	for (size_t i = 0; i < f->ninsns; i++)
		n += b->leader[i];
	f->blocks = mem_alloc(n, sizeof(*f->blocks));
	f->block_of = mem_alloc(f->ninsns, sizeof(*f->block_of));
	for (uint32_t i = 0; i < f->ninsns; i++) {
		if (b->leader[i])
			f->blocks[f->nblocks++].first = i;
		f->blocks[f->nblocks - 1].count++;
		f->block_of[i] = (uint32_t)f->nblocks - 1;
	}
}

static void add_edge(struct attribution *b, uint32_t to_insn, bool exception)
{
	struct flow *f = b->f;

	f->edges = mem_grow(f->edges, &f->edges_cap, f->nedges + 1,
	                    sizeof(*f->edges));
	f->edges[f->nedges++] =
		(struct flow_edge){ b->from, f->block_of[to_insn], exception };
}

static void add_switch_edge(void *ctx, uint32_t insn)
{
	add_edge(ctx, insn, false);
}

static void add_landing_pad(void *ctx, uint64_t low, uint64_t high,
                            uint64_t pad)
{
	struct attribution *b = ctx;
	uint32_t to = flow_insn(b->f, pad), last = FLOW_NONE;

	if (to == FLOW_NONE)
		return;
	for (uint32_t i = flow_insn_after(b->f, low);
	     i < b->f->ninsns && b->f->insns[i].addr < high; i++) {
		unsigned flow = b->f->insns[i].flow;

		if ((flow != FLOW_CALL && flow != FLOW_CALL_INDIRECT) ||
		    b->f->block_of[i] == last)
			continue;
		b->from = last = b->f->block_of[i];
		add_edge(b, to, true);
	}
}

/* The edges of block n; false when it ends in a jump that goes anywhere */
static bool block_edges(struct attribution *b, uint32_t n)
{
	struct flow *f = b->f;
	uint32_t last = f->blocks[n].first + f->blocks[n].count - 1, target;
	const struct insn *insn = &f->insns[last];

	b->from = n;
	if (falls_through(b, last))
		add_edge(b, last + 1, false);
	if (insn->flow == FLOW_BRANCH || insn->flow == FLOW_JUMP) {
		target = flow_insn(f, insn->target);
		if (target != FLOW_NONE)
			add_edge(b, target, false);
	} else if (insn->flow == FLOW_SWITCH) {
		return jumptable_targets(f, b->src->img, last, add_switch_edge,
		                         b);
	}
	return true;
}

/*
 * A jump through a table that was not understood may go to every block that
 * nothing else leads to: these are its cases, as no block is without a reason.
 */
static void guess_switches(struct attribution *b, const uint32_t *jumps,
                           size_t n)
{
	struct flow *f = b->f;
	bool *reached = mem_alloc(f->nblocks + 1, sizeof(*reached));

	reached[f->entry] = true;
	for (size_t i = 0; i < f->nedges; i++)
		reached[f->edges[i].to] = true;
	for (uint32_t to = 0; to < f->nblocks; to++) {
		/* the one before it nearest in address is the likely one */
		uint32_t from = FLOW_NONE;

		if (reached[to])
			continue;
		for (size_t j = 0; j < n && jumps[j] < to; j++)
			from = jumps[j];
		b->from = from == FLOW_NONE ? jumps[0] : from;
		add_edge(b, f->blocks[to].first, false);
	}
	free(reached);
}

static int by_from(const void *x, const void *y)
{
	const struct flow_edge *a = x, *b = y;

	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	if (a->to != b->to)
		return a->to < b->to ? -1 : 1;
	return (int)a->exception - (int)b->exception;
}

/* Sorted, each once; a normal edge makes an exceptional one superfluous */
static void sort_edges(struct flow *f)
{
	size_t n = 0;

	if (f->nedges)
		qsort(f->edges, f->nedges, sizeof(*f->edges), by_from);
	for (size_t i = 0; i < f->nedges; i++) {
		const struct flow_edge *e = &f->edges[i];
		struct flow_block *from = &f->blocks[e->from];

		if (n && f->edges[n - 1].from == e->from &&
		    f->edges[n - 1].to == e->to)
			continue;
		if (from->nsucc++ == 0)
			from->succ = (uint32_t)n;
		f->edges[n++] = *e;
	}
	f->nedges = n;
}

/* Padding between aligned blocks is no edge into the block after it */
static void cut_padding(struct flow *f)
{
	bool *reached = mem_alloc(f->nblocks + 1, sizeof(*reached));

	for (size_t i = 0; i < f->nedges; i++)
		reached[f->edges[i].to] = true;
	for (size_t i = 0; i < f->nblocks; i++) {
		struct flow_block *b = &f->blocks[i];
		uint32_t k = 0;

		while (k < b->count && f->insns[b->first + k].kind == INSN_NOP)
			k++;
		if (!reached[i] && i != f->entry && k == b->count)
			b->nsucc = 0;
	}
	free(reached);
}

static void make_edges(struct attribution *b)
{
	uint32_t *jumps = NULL;
	size_t n = 0, cap = 0;

	for (uint32_t i = 0; i < b->f->nblocks; i++) {
		if (block_edges(b, i))
			continue;
		jumps = mem_grow(jumps, &cap, n + 1, sizeof(*jumps));
		jumps[n++] = i;
	}
	each_landing_pad(b, add_landing_pad);
	if (n)
		guess_switches(b, jumps, n);
	free(jumps);
	sort_edges(b->f);
	cut_padding(b->f);
}

void flow_build(struct flow *f, const struct flow_source *src,
                const struct structure_range *ranges, size_t nranges,
                uint64_t entry)
{
	struct attribution b = { .f = f, .src = src };
	uint32_t at;

	*f = (struct flow){ 0 };
	for (size_t i = 0; src->decoder && i < nranges; i++)
		decode_range(f, src, &ranges[i]);
	if (f->ninsns == 0)
		return;
	b.leader = mem_alloc(f->ninsns, sizeof(*b.leader));
	b.ends = mem_alloc(f->ninsns, sizeof(*b.ends));
	find_leaders(&b, entry);
	make_blocks(&b);
	at = flow_insn(f, entry);
	f->entry = at == FLOW_NONE ? 0 : f->block_of[at];
	make_edges(&b);
	free(b.leader);
	free(b.ends);
}

void flow_release(struct flow *f)
{
	free(f->insns);
	free(f->blocks);
	free(f->edges);
	free(f->block_of);
	*f = (struct flow){ 0 };
}
