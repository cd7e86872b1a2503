#include "source_loops.h"

#include "base/arena.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/mem.h"

enum { MAX_DEPTH = 64 };

/* Instruction insn leaves or continues loop */
struct condition {
	uint32_t loop, insn;
};

struct conditions {
	struct condition *v; /* sorted by loop, then address */
	size_t n, cap;
};

/* The node below level on the way to node; NULL when node is not below it */
static const struct structure_inline *
step_to(const struct structure_inline *level,
        const struct structure_inline *node)
{
	while (node && node->parent != level)
		node = node->parent;
	return node;
}

struct source_site source_line_at(const struct source_loops *s, uint32_t i,
                                  const struct structure_inline *level)
{
	struct source_site site = s->sites[i];
	const struct structure_inline *call =
		site.inlined == level ? NULL : step_to(level, site.inlined);

	if (call) {
		site.file = call->call_file;
		site.line = call->call_line;
		site.inlined = level;
	}
	return site;
}

/* Does the block end in a choice between staying in loop and leaving it? */
static bool is_condition(const struct source_loops *s, uint32_t block,
                         uint32_t loop)
{
	const struct flow *f = &s->flow;
	const struct flow_block *b = &f->blocks[block];
	const struct insn *last = &f->insns[b->first + b->count - 1];
	bool in = false, out = false;

	for (uint32_t e = b->succ; e < b->succ + b->nsucc; e++) {
		uint32_t to = s->loops.of_block[f->edges[e].to];

		if (f->edges[e].exception)
			continue;
		if (to != LOOPS_NONE && loops_holds(&s->loops, loop, to))
			in = true;
		else
			out = true;
	}
	if (last->flow == FLOW_BRANCH &&
	    flow_insn(f, last->target) == FLOW_NONE)
		out = true;
	return in && out;
}

static int by_loop(const void *a, const void *b)
{
	const struct condition *x = a, *y = b;

	if (x->loop != y->loop)
		return x->loop < y->loop ? -1 : 1;
	return x->insn < y->insn ? -1 : x->insn > y->insn;
}

/* Blocks that control reaches without an exception */
static bool *reached_normally(const struct flow *f)
{
	bool *seen = mem_alloc(f->nblocks + 1, sizeof(*seen));
	uint32_t *stack = mem_alloc(f->nblocks + 1, sizeof(*stack));
	size_t depth = 0;

	if (f->nblocks) {
		stack[depth++] = f->entry;
		seen[f->entry] = true;
	}
	while (depth > 0) {
		const struct flow_block *b = &f->blocks[stack[--depth]];

		for (uint32_t e = b->succ; e < b->succ + b->nsucc; e++) {
			if (f->edges[e].exception || seen[f->edges[e].to])
				continue;
			seen[f->edges[e].to] = true;
			stack[depth++] = f->edges[e].to;
		}
	}
	free(stack);
	return seen;
}

/* What a handler of exceptions decides is no condition of the loop it is in */
static void find_conditions(const struct source_loops *s, struct conditions *c)
{
	const struct flow *f = &s->flow;
	bool *normal = reached_normally(f);

	for (uint32_t b = 0; b < f->nblocks; b++) {
		uint32_t loop = normal[b] ? s->loops.of_block[b] : LOOPS_NONE;

		for (unsigned up = 0; loop != LOOPS_NONE && up < MAX_DEPTH;
		     up++, loop = s->loops.v[loop].parent) {
			if (!is_condition(s, b, loop))
				continue;
			c->v = mem_grow(c->v, &c->cap, c->n + 1, sizeof(*c->v));
			c->v[c->n++] = (struct condition){
				loop,
				f->blocks[b].first + f->blocks[b].count - 1
			};
		}
	}
	free(normal);
	if (c->n)
		qsort(c->v, c->n, sizeof(*c->v), by_loop);
}

/* Own blocks and direct children of each loop, as lists by number */
struct members {
	uint32_t *first_block, *next_block; /* of a loop; of a block */
	uint32_t *first_child, *next_child; /* both of a loop */
};

static uint32_t *empty_lists(size_t n)
{
	uint32_t *v = mem_alloc(n + 1, sizeof(*v));

	for (size_t i = 0; i <= n; i++)
		v[i] = LOOPS_NONE;
	return v;
}

/* Lists are filled back to front, so that they are in order of address */
static void members_init(struct members *m, const struct source_loops *s)
{
	size_t n = s->loops.n;

	m->first_block = empty_lists(n);
	m->first_child = empty_lists(n);
	m->next_child = empty_lists(n);
	m->next_block = empty_lists(s->flow.nblocks);
	for (uint32_t b = (uint32_t)s->flow.nblocks; b-- > 0;) {
		uint32_t loop = s->loops.of_block[b];

		if (loop == LOOPS_NONE)
			continue;
		m->next_block[b] = m->first_block[loop];
		m->first_block[loop] = b;
	}
	for (uint32_t b = (uint32_t)s->flow.nblocks; b-- > 0;) {
		uint32_t loop = s->loops.of_block[b], parent;

		if (loop == LOOPS_NONE || s->loops.v[loop].header != b)
			continue;
		parent = s->loops.v[loop].parent;
		if (parent == LOOPS_NONE)
			parent = (uint32_t)n;
		m->next_child[loop] = m->first_child[parent];
		m->first_child[parent] = loop;
	}
}

static void members_release(struct members *m)
{
	free(m->first_block);
	free(m->next_block);
	free(m->first_child);
	free(m->next_child);
}

/* An inlined call, and how many instructions are in it */
struct node {
	const struct structure_inline *in;
	size_t insns;
};

/* The inlined calls that a loop's own code and subloops are in */
struct nodes {
	struct node *v;
	size_t n, cap;
	size_t nsub;   /* the first ones are those of subloops */
	size_t insns;  /* of the loop being looked at, subloops included */
	size_t *total; /* the same of each loop that was looked at */
};

static void add_node(struct nodes *set, const struct structure_inline *in,
                     size_t insns)
{
	set->insns += insns;
	if (set->n > set->nsub && set->v[set->n - 1].in == in) {
		set->v[set->n - 1].insns += insns;
		return;
	}
	set->v = mem_grow(set->v, &set->cap, set->n + 1, sizeof(*set->v));
	set->v[set->n++] = (struct node){ in, insns };
}

static void collect_nodes(const struct source_loops *s, const struct members *m,
                          uint32_t loop, struct nodes *set)
{
	set->n = set->nsub = set->insns = 0;
	for (uint32_t c = m->first_child[loop]; c != LOOPS_NONE;
	     c = m->next_child[c])
		add_node(set, s->level[c], set->total[c]);
	set->nsub = set->n;
	for (uint32_t b = m->first_block[loop]; b != LOOPS_NONE;
	     b = m->next_block[b]) {
		const struct flow_block *block = &s->flow.blocks[b];

		for (uint32_t i = 0; i < block->count; i++)
			add_node(set, s->sites[block->first + i].inlined, 1);
	}
	set->total[loop] = set->insns;
}

/* The one inlined call below level that most is in, and nothing in another one,
 * or NULL */
static const struct structure_inline *
only_step(const struct nodes *set, const struct structure_inline *level)
{
	const struct structure_inline *only = NULL;
	size_t stray = 0;

	for (size_t i = 0; i < set->n; i++) {
		const struct structure_inline *step;

		if (set->v[i].in == level) {
			if (i < set->nsub)
				return NULL;
			stray += set->v[i].insns;
			continue;
		}
		step = step_to(level, set->v[i].in);
		if (step && only && step != only)
			return NULL;
		if (step)
			only = step;
	}
	return 2 * stray < set->insns ? only : NULL;
}

/*
 * The one inlined call below level that the loop's own conditions and most
 * of its code are in, or NULL: compilers that merge equal code leave some
 * instructions of another call in it. Of a loop of LULESH they are a sixth.
 */
static const struct structure_inline *
main_step(const struct source_loops *s, uint32_t loop, const struct nodes *set,
          const struct structure_inline *level, const struct condition *c,
          size_t nc)
{
	const struct structure_inline *step = NULL;
	size_t inside = 0;

	for (size_t i = 0; i < nc; i++) {
		const struct structure_inline *at =
			step_to(level, s->sites[c[i].insn].inlined);

		if (s->loops.of_block[s->flow.block_of[c[i].insn]] != loop)
			continue;
		if (!at || (step && at != step))
			return NULL;
		step = at;
	}
	for (size_t i = 0; step && i < set->n; i++) {
		if (step_to(level, set->v[i].in) == step)
			inside += set->v[i].insns;
		else if (i < set->nsub)
			return NULL;
	}
	return 4 * inside >= 3 * set->insns ? step : NULL;
}

/*
 * How deep in the inlined calls a loop is: as deep as all of its code, its
 * conditions above all. Stray instructions of the code around it, which the
 * scheduler moved in, don't count.
 */
static const struct structure_inline *
find_level(const struct source_loops *s, uint32_t loop, const struct nodes *set,
           const struct condition *c, size_t nc)
{
	const struct structure_inline *level = NULL, *step;

	for (;;) {
		for (size_t i = 0; i < nc; i++) {
			uint32_t b = s->flow.block_of[c[i].insn];

			if (s->loops.of_block[b] == loop &&
			    s->sites[c[i].insn].inlined == level)
				return level;
		}
		step = only_step(set, level);
		if (!step)
			step = main_step(s, loop, set, level, c, nc);
		if (!step)
			return level;
		level = step;
	}
}

bool source_same_file(const char *a, const char *b)
{
	return a && b &&
	       (a == b || strcmp(io_basename(a), io_basename(b)) == 0);
}

static unsigned depth_of(const struct structure_inline *node)
{
	return node ? node->depth : 0;
}

/* The file of a loop: one that a condition and the code around it agree on */
static const char *choose_file(const struct source_loops *s,
                               const struct structure_inline *level,
                               const struct nodes *set,
                               const struct condition *c, size_t nc)
{
	const char *any = NULL;

	for (size_t i = 0; i < nc; i++) {
		const struct source_site *site = &s->sites[c[i].insn];

		if (depth_of(site->inlined) != depth_of(level) || !site->file)
			continue;
		if (!level && source_same_file(site->file, s->proc->file))
			return s->proc->file;
		for (size_t k = 0; k < set->n; k++) {
			const struct structure_inline *step =
				set->v[k].in == level
					? NULL
					: step_to(level, set->v[k].in);

			if (step &&
			    source_same_file(step->call_file, site->file))
				return step->call_file;
		}
		if (!any)
			any = site->file;
	}
	if (!any && !level)
		any = s->proc->file;
	for (size_t k = 0; k < set->n && !any; k++) {
		const struct structure_inline *step =
			set->v[k].in == level ? NULL
					      : step_to(level, set->v[k].in);

		if (step)
			any = step->call_file;
	}
	return any;
}

static void lower(unsigned *line, unsigned other)
{
	if (other && (*line == 0 || other < *line))
		*line = other;
}

static void name_part(struct source_loops *s, const struct members *m,
                      uint32_t loop, const struct nodes *set,
                      const struct condition *c, size_t nc)
{
	struct structure_part *p = &s->parts[s->part_of[loop]];
	const struct structure_inline *level = s->level[loop];
	uint32_t b = m->first_block[loop];

	p->file = choose_file(s, level, set, c, nc);
	for (uint32_t k = m->first_child[loop]; k != LOOPS_NONE;
	     k = m->next_child[k]) {
		const struct structure_part *sub = &s->parts[s->part_of[k]];

		if (!p->file)
			p->file = sub->file;
		if (s->level[k] == level &&
		    source_same_file(sub->file, p->file))
			lower(&p->line, sub->line);
	}
	for (size_t i = 0; i < nc; i++) {
		const struct source_site *site = &s->sites[c[i].insn];

		if (depth_of(site->inlined) == depth_of(level) &&
		    (!p->file || source_same_file(site->file, p->file)))
			lower(&p->line, site->line);
	}
	/* an endless loop, say: the first of its statements */
	for (; b != LOOPS_NONE && !p->line; b = m->next_block[b]) {
		const struct flow_block *block = &s->flow.blocks[b];

		for (uint32_t i = 0; i < block->count; i++) {
			struct source_site site =
				source_line_at(s, block->first + i, level);

			if (!p->file)
				p->file = site.file;
			if (source_same_file(site.file, p->file))
				lower(&p->line, site.line);
		}
	}
	if (!p->line)
		p->file = NULL;
}

static void name_parts(struct source_loops *s, const struct members *m)
{
	struct conditions c = { 0 };
	struct nodes set = { .total = mem_alloc(s->loops.n + 1,
		                                sizeof(*set.total)) };
	size_t end;

	find_conditions(s, &c);
	end = c.n;
	/* inner ones first: their numbers are larger */
	for (uint32_t loop = (uint32_t)s->loops.n; loop-- > 0;) {
		const struct condition *own;
		size_t begin = end;

		while (begin > 0 && c.v[begin - 1].loop == loop)
			begin--;
		collect_nodes(s, m, loop, &set);
		own = end > begin ? &c.v[begin] : NULL;
		s->level[loop] = find_level(s, loop, &set, own, end - begin);
		name_part(s, m, loop, &set, own, end - begin);
		end = begin;
	}
	free(c.v);
	free(set.v);
	free(set.total);
}

/* A back edge: from a block of the loop to its header */
static bool is_back_edge(const struct source_loops *s,
                         const struct flow_edge *e, uint32_t loop)
{
	uint32_t in = s->loops.of_block[e->from];

	return !e->exception && e->to == s->loops.v[loop].header &&
	       in != LOOPS_NONE && loops_holds(&s->loops, loop, in);
}

static void add_latch(struct source_loops *s, const struct flow_edge *e,
                      uint32_t loop)
{
	struct structure_part *p = &s->parts[s->part_of[loop]];
	const struct flow_block *from = &s->flow.blocks[e->from];
	const struct insn *last = &s->flow.insns[from->first + from->count - 1];
	struct structure_latch *v =
		arena_alloc(s->arena, p->nlatches + 1, sizeof(*v));

	if (p->nlatches)
		memcpy(v, p->latches, p->nlatches * sizeof(*v));
	v[p->nlatches].addr = last->addr;
	v[p->nlatches].falls = e->to == e->from + 1;
	p->latches = v;
	p->nlatches++;
}

/* Of every part but those that jump back from very many places */
static void find_latches(struct source_loops *s)
{
	enum { MANY = 64 };

	for (size_t i = 0; i < s->flow.nedges; i++) {
		const struct flow_edge *e = &s->flow.edges[i];
		uint32_t loop = s->loops.of_block[e->to];

		if (loop != LOOPS_NONE && is_back_edge(s, e, loop) &&
		    s->parts[s->part_of[loop]].nlatches < MANY)
			add_latch(s, e, loop);
	}
}

/* Parts in order: outer before inner, and siblings by address */
static void order_parts(struct source_loops *s, const struct members *m)
{
	uint32_t loop = m->first_child[s->loops.n], n = 0;

	while (loop != LOOPS_NONE) {
		uint32_t parent = s->loops.v[loop].parent;
		struct structure_part *p = &s->parts[n];
		uint32_t first;

		s->part_of[loop] = n++;
		first = s->flow.blocks[s->loops.v[loop].header].first;
		p->header = s->flow.insns[first].addr;
		p->irreducible = s->loops.v[loop].irreducible;
		p->parent = parent == LOOPS_NONE
		                    ? NULL
		                    : &s->parts[s->part_of[parent]];
		if (m->first_child[loop] != LOOPS_NONE) {
			loop = m->first_child[loop];
			continue;
		}
		while (loop != LOOPS_NONE && m->next_child[loop] == LOOPS_NONE)
			loop = s->loops.v[loop].parent;
		if (loop != LOOPS_NONE)
			loop = m->next_child[loop];
	}
}

/*
 * A loop with several entries that holds another such one with the same header
 * line is taken for one loop of the source. False: none.
 */
static bool merge_irreducible(struct source_loops *s)
{
	struct loops *l = &s->loops;
	uint32_t *map = mem_alloc(l->n + 1, sizeof(*map));
	uint32_t n = 0;

	for (uint32_t i = 0; i < l->n; i++) {
		const struct structure_part *p = &s->parts[s->part_of[i]];
		uint32_t up = l->v[i].parent;

		if (p->parent && p->irreducible && p->parent->irreducible &&
		    p->line && p->line == p->parent->line &&
		    s->level[i] == s->level[up] &&
		    source_same_file(p->file, p->parent->file)) {
			map[i] = map[up];
			continue;
		}
		map[i] = n;
		l->v[n] = l->v[i];
		if (up != LOOPS_NONE)
			l->v[n].parent = map[up];
		n++;
	}
	for (size_t b = 0; b < s->flow.nblocks; b++) {
		if (l->of_block[b] != LOOPS_NONE)
			l->of_block[b] = map[l->of_block[b]];
	}
	free(map);
	if (n == l->n)
		return false;
	l->n = n;
	return true;
}

static void find_parts(struct source_loops *s)
{
	struct members m;

	members_init(&m, s);
	memset(s->parts, 0, s->loops.n * sizeof(*s->parts));
	order_parts(s, &m);
	find_latches(s);
	name_parts(s, &m);
	members_release(&m);
}

void source_loops(struct source_loops *s)
{
	size_t n = s->loops.n;

	if (n > 0) {
		s->parts = arena_alloc(s->arena, n, sizeof(*s->parts));
		s->result = arena_alloc(s->arena, n, sizeof(*s->result));
		s->part_of = mem_alloc(n + 1, sizeof(*s->part_of));
		s->level = mem_alloc(n + 1, sizeof(*s->level));
		find_parts(s);
		while (merge_irreducible(s))
			find_parts(s);
		source_merge(s);
	}
	source_lines(s);
}
