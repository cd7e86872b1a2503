#include "base/arena.h"
#include "base/banned.h"
#include "base/mem.h"
#include "measure/binary/facts/facts_find.h"
#include "procs.h"
#include "measure/binary/facts/switches.h"
#include "measure/binary/facts/source_loops.h"

/* Lines and inlined calls of every instruction */
static void find_sites(struct structure *s, const struct proc *p,
                       struct source_loops *src)
{
	struct flow *f = &src->flow;
	struct debug_inline *inl = NULL;
	struct debug_line line = { 0 };
	size_t n = p->func ? debug_inlines(s->debug, p->func, &inl) : 0;

	src->sites = mem_alloc(f->ninsns + 1, sizeof(*src->sites));
	for (uint32_t i = 0; s->debug && i < f->ninsns; i++) {
		uint64_t at = f->insns[i].addr;

		if (at < line.low || at >= line.high)
			debug_line(s->debug, at, &line);
		src->sites[i].file = line.file;
		src->sites[i].line = line.file ? line.line : 0;
	}
	for (size_t k = 0; k < n; k++) {
		for (uint32_t i = flow_insn_after(f, inl[k].low);
		     i < f->ninsns && f->insns[i].addr < inl[k].high; i++)
			src->sites[i].inlined = inl[k].node;
	}
	free(inl);
}

static bool continues(const struct proc_segment *seg,
                      const struct proc_segment *last)
{
	return seg->part == last->part && seg->file == last->file &&
	       seg->line == last->line && seg->inlined == last->inlined;
}

static void make_segments(struct structure *s, struct proc *p,
                          const struct source_loops *src)
{
	const struct flow *f = &src->flow;
	struct proc_segment *v = mem_alloc(f->ninsns + 1, sizeof(*v));
	size_t n = 0;

	for (uint32_t i = 0; i < f->ninsns; i++) {
		uint32_t loop = src->loops.of_block[f->block_of[i]];
		struct proc_segment seg = {
			.low = f->insns[i].addr,
			.part = loop == LOOPS_NONE
			                ? NULL
			                : &src->parts[src->part_of[loop]],
			.file = src->sites[i].file,
			.line = src->sites[i].line,
			.inlined = src->sites[i].inlined,
		};

		if (n == 0 || !continues(&seg, &v[n - 1]))
			v[n++] = seg;
	}
	p->segments = arena_alloc(s->arena, n, sizeof(*v));
	memcpy(p->segments, v, n * sizeof(*v));
	p->nsegments = n;
	free(v);
}

/* Those instructions that are of any class */
static void make_classes(struct structure *s, struct proc *p,
                         const struct source_loops *src)
{
	const struct flow *f = &src->flow;
	size_t n = 0;

	for (uint32_t i = 0; i < f->ninsns; i++)
		n += src->classes[i] != 0;
	p->classes = arena_alloc(s->arena, n, sizeof(*p->classes));
	for (uint32_t i = 0; i < f->ninsns; i++) {
		if (src->classes[i])
			p->classes[p->nclasses++] =
				(struct insn_classes){ f->insns[i].addr,
				                       src->classes[i] };
	}
}

static int by_low(const void *a, const void *b)
{
	const struct structure_range *x = a, *y = b;

	return x->low < y->low ? -1 : x->low > y->low;
}

void procs_analyse(struct structure *s, struct proc *p)
{
	struct flow_source from = { &s->image, &s->symbols, &s->frames,
		                    s->decoder, s->debug };
	struct source_loops src = { .arena = s->arena, .proc = &p->pub };
	struct structure_range *r;

	if (p->analysed)
		return;
	p->analysed = true;
	r = mem_alloc(p->pub.nranges + 1, sizeof(*r));
	memcpy(r, p->pub.ranges, p->pub.nranges * sizeof(*r));
	qsort(r, p->pub.nranges, sizeof(*r), by_low);
	if (p != s->plt)
		flow_build(&src.flow, &from, r, p->pub.nranges, p->pub.low);
	free(r);
	loops_find(&src.loops, &src.flow);
	find_sites(s, p, &src);
	source_loops(&src);
	src.classes = mem_alloc(src.flow.ninsns + 1, sizeof(*src.classes));
	facts_find(&src, s->decoder);
	make_segments(s, p, &src);
	make_classes(s, p, &src);
	exponents_find(s, p, &src.flow, &from);
	p->pub.loops = src.result;
	p->pub.nloops = src.nresult;
	p->pub.parts = src.parts;
	p->pub.nparts = src.loops.n;
	p->pub.facts_work = src.facts_work;
	switches_read(s->arena, &p->pub, p->func);
	free(src.sites);
	free(src.classes);
	free(src.part_of);
	free(src.level);
	loops_release(&src.loops);
	flow_release(&src.flow);
}
