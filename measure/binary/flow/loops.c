#include "loops.h"

#include "base/banned.h"
#include "base/mem.h"
#include "flow.h"

/* The search's working memory; nodes are numbered in preorder from 0 */
struct search {
	const struct flow *f;
	struct loops *out;
	uint32_t n;       /* nodes */
	uint32_t *number; /* of a block, LOOPS_NONE before it was reached */
	uint32_t *block;  /* of a node */
	uint32_t *last;   /* highest number among a node's descendants */
	uint32_t *root;   /* the node that the search of a node began with */
	uint32_t *pred, *npred, *first; /* predecessors of nodes */
	uint32_t *set;    /* union-find: the header that absorbed a node */
	uint32_t *header; /* innermost loop header of a node, or LOOPS_NONE */
	bool *is_header, *irreducible, *latch, *listed;
	uint32_t *work, nwork;
	uint32_t *side; /* first of a header's side entries, or LOOPS_NONE */
	struct side_entry *sides;
	size_t nsides, sides_cap;
};

/* An edge into the middle of a loop: for the loops around it, one to its header
 */
struct side_entry {
	uint32_t from, next;
};

static uint32_t *numbers(size_t n, uint32_t value)
{
	uint32_t *v = mem_alloc(n + 1, sizeof(*v));

	for (size_t i = 0; i <= n; i++)
		v[i] = value;
	return v;
}

static void search_init(struct search *s, const struct flow *f,
                        struct loops *out)
{
	size_t n = f->nblocks;

	*s = (struct search){ .f = f, .out = out };
	s->number = numbers(n, LOOPS_NONE);
	s->block = numbers(n, 0);
	s->last = numbers(n, 0);
	s->root = numbers(n, 0);
	s->npred = numbers(n, 0);
	s->first = numbers(n, 0);
	s->pred = numbers(f->nedges, 0);
	s->set = numbers(n, 0);
	s->header = numbers(n, LOOPS_NONE);
	s->work = numbers(n, 0);
	s->side = numbers(n, LOOPS_NONE);
	s->is_header = mem_alloc(n + 1, sizeof(bool));
	s->irreducible = mem_alloc(n + 1, sizeof(bool));
	s->latch = mem_alloc(n + 1, sizeof(bool));
	s->listed = mem_alloc(n + 1, sizeof(bool));
}

static void search_release(struct search *s)
{
	free(s->number);
	free(s->block);
	free(s->last);
	free(s->root);
	free(s->npred);
	free(s->first);
	free(s->pred);
	free(s->set);
	free(s->header);
	free(s->work);
	free(s->is_header);
	free(s->irreducible);
	free(s->latch);
	free(s->listed);
	free(s->side);
	free(s->sides);
}

/* Depth first from one block, without recursion: procedures can be huge */
static void number_from(struct search *s, uint32_t start, uint32_t *stack,
                        uint32_t *next)
{
	size_t depth = 0;
	uint32_t root = s->n;

	stack[depth++] = start;
	s->block[s->n] = start;
	s->root[s->n] = root;
	s->number[start] = s->n++;
	while (depth > 0) {
		uint32_t b = stack[depth - 1];
		const struct flow_block *block = &s->f->blocks[b];

		if (next[b] == block->nsucc) {
			s->last[s->number[b]] = s->n - 1;
			depth--;
			continue;
		}
		uint32_t to = s->f->edges[block->succ + next[b]++].to;

		if (s->number[to] != LOOPS_NONE)
			continue;
		s->block[s->n] = to;
		s->root[s->n] = root;
		s->number[to] = s->n++;
		stack[depth++] = to;
	}
}

/*
 * From the entry, then from each block that was not reached. What only these
 * lead to says nothing about the loops of the part that is reached, so edges
 * between searches are left out.
 */
static void number_blocks(struct search *s)
{
	uint32_t *stack = numbers(s->f->nblocks, 0);
	uint32_t *next = numbers(s->f->nblocks, 0);

	number_from(s, s->f->entry, stack, next);
	for (uint32_t b = 0; b < s->f->nblocks; b++) {
		if (s->number[b] == LOOPS_NONE)
			number_from(s, b, stack, next);
	}
	free(stack);
	free(next);
}

static bool same_search(const struct search *s, const struct flow_edge *e)
{
	return s->f->blocks[e->from].nsucc > 0 &&
	       s->root[s->number[e->from]] == s->root[s->number[e->to]];
}

static void collect_predecessors(struct search *s)
{
	uint32_t at = 0;

	for (size_t i = 0; i < s->f->nedges; i++) {
		if (same_search(s, &s->f->edges[i]))
			s->npred[s->number[s->f->edges[i].to]]++;
	}
	for (uint32_t v = 0; v < s->n; v++) {
		s->first[v] = at;
		at += s->npred[v];
		s->npred[v] = 0;
	}
	for (size_t i = 0; i < s->f->nedges; i++) {
		const struct flow_edge *e = &s->f->edges[i];
		uint32_t to = s->number[e->to];

		if (same_search(s, e))
			s->pred[s->first[to] + s->npred[to]++] =
				s->number[e->from];
	}
}

static bool is_ancestor(const struct search *s, uint32_t a, uint32_t b)
{
	return a <= b && b <= s->last[a];
}

static uint32_t find(struct search *s, uint32_t v)
{
	while (s->set[v] != v) {
		s->set[v] = s->set[s->set[v]];
		v = s->set[v];
	}
	return v;
}

static void list(struct search *s, uint32_t v)
{
	if (!s->listed[v]) {
		s->listed[v] = true;
		s->work[s->nwork++] = v;
	}
}

/* Each level of nesting passes them on; forged graphs must not multiply them */
static void add_side_entry(struct search *s, uint32_t w, uint32_t from)
{
	if (s->nsides > 4 * s->f->nedges + 1024)
		return;
	s->sides = mem_grow(s->sides, &s->sides_cap, s->nsides + 1,
	                    sizeof(*s->sides));
	s->sides[s->nsides] = (struct side_entry){ from, s->side[w] };
	s->side[w] = (uint32_t)s->nsides++;
}

/* y leads to a node of the loop of w */
static void extend(struct search *s, uint32_t w, uint32_t y)
{
	y = find(s, y);
	if (is_ancestor(s, w, y)) {
		if (y != w)
			list(s, y);
		return;
	}
	s->irreducible[w] = true;
	add_side_entry(s, w, y);
}

/* Nodes that can reach a back edge of w inside its subtree are its loop */
static void loop_of(struct search *s, uint32_t w)
{
	s->nwork = 0;
	for (uint32_t i = 0; i < s->npred[w]; i++) {
		uint32_t v = s->pred[s->first[w] + i];

		if (!is_ancestor(s, w, v))
			continue;
		s->is_header[w] = true;
		s->latch[v] = true;
		if (find(s, v) != w)
			list(s, find(s, v));
	}
	for (uint32_t i = 0; i < s->nwork; i++) {
		uint32_t x = s->work[i];

		for (uint32_t j = 0; j < s->npred[x]; j++) {
			uint32_t y = s->pred[s->first[x] + j];

			/* not the back edges of the loops inside */
			if (!is_ancestor(s, x, y))
				extend(s, w, y);
		}
		for (uint32_t j = s->side[x]; j != LOOPS_NONE;
		     j = s->sides[j].next)
			extend(s, w, s->sides[j].from);
	}
	for (uint32_t i = 0; i < s->nwork; i++) {
		uint32_t x = s->work[i];

		s->listed[x] = false;
		s->header[x] = w;
		s->set[x] = w;
	}
}

static void nest(struct search *s)
{
	for (uint32_t v = 0; v < s->n; v++)
		s->set[v] = v;
	for (uint32_t w = s->n; w-- > 0;)
		loop_of(s, w);
}

/* Preorder: a header has a smaller number than the headers inside its loop */
static void emit_loops(struct search *s)
{
	struct loops *l = s->out;
	uint32_t *id = numbers(s->n, LOOPS_NONE);

	for (uint32_t v = 0; v < s->n; v++)
		l->n += s->is_header[v];
	l->v = mem_alloc(l->n + 1, sizeof(*l->v));
	l->n = 0;
	for (uint32_t v = 0; v < s->n; v++) {
		if (!s->is_header[v])
			continue;
		id[v] = (uint32_t)l->n;
		l->v[l->n++] = (struct loop){
			.header = s->block[v],
			.parent = s->header[v] == LOOPS_NONE ? LOOPS_NONE
			                                     : id[s->header[v]],
			.irreducible = s->irreducible[v],
		};
	}
	for (uint32_t v = 0; v < s->n; v++) {
		uint32_t b = s->block[v];

		l->latch[b] = s->latch[v];
		l->of_block[b] = s->is_header[v] ? id[v]
		                 : s->header[v] == LOOPS_NONE
		                         ? LOOPS_NONE
		                         : id[s->header[v]];
	}
	free(id);
}

/* The innermost loop around both a and b: numbers grow inwards */
static uint32_t common(const struct loops *l, uint32_t a, uint32_t b)
{
	while (a != b && a != LOOPS_NONE && b != LOOPS_NONE) {
		if (a > b)
			a = l->v[a].parent;
		else
			b = l->v[b].parent;
	}
	return a == b ? a : LOOPS_NONE;
}

/*
 * Blocks that were not reached from the entry (landing pads, say) but that lead
 * back into a loop belong to it: they are what its body does in rare cases.
 */
static void adopt(struct search *s)
{
	struct loops *l = s->out;
	uint32_t *into = numbers(s->n, LOOPS_NONE);
	bool *leads = mem_alloc((size_t)s->n + 1, sizeof(*leads));

	for (size_t i = 0; i < s->f->nedges; i++) {
		const struct flow_edge *e = &s->f->edges[i];
		uint32_t from = s->root[s->number[e->from]];

		if (same_search(s, e) || from == 0 ||
		    s->f->blocks[e->from].nsucc == 0)
			continue;
		into[from] = leads[from]
		                     ? common(l, into[from], l->of_block[e->to])
		                     : l->of_block[e->to];
		leads[from] = true;
	}
	for (uint32_t v = 0; v < s->n; v++) {
		uint32_t *loop = &l->of_block[s->block[v]];
		uint32_t outer = into[s->root[v]];

		if (outer == LOOPS_NONE)
			continue;
		if (*loop == LOOPS_NONE)
			*loop = outer;
		/* a parent's number must be smaller than its child's */
		else if (l->v[*loop].header == s->block[v] &&
		         l->v[*loop].parent == LOOPS_NONE && outer < *loop)
			l->v[*loop].parent = outer;
	}
	free(into);
	free(leads);
}

/* Renumber the loops, so that nested loops follow their parent without a gap */
static void number_loops(struct loops *l)
{
	uint32_t *next = numbers(l->n, 0); /* inside each loop; [n]: outside */

	for (size_t i = l->n; i-- > 0;) {
		struct loop *loop = &l->v[i];

		loop->held++; /* itself */
		if (loop->parent != LOOPS_NONE)
			l->v[loop->parent].held += loop->held;
	}
	for (size_t i = 0; i < l->n; i++) {
		struct loop *loop = &l->v[i];
		uint32_t *at =
			&next[loop->parent == LOOPS_NONE ? l->n : loop->parent];

		loop->first = *at;
		next[i] = *at + 1;
		*at += loop->held;
	}
	free(next);
}

void loops_find(struct loops *l, const struct flow *f)
{
	struct search s;

	*l = (struct loops){ 0 };
	l->of_block = numbers(f->nblocks, LOOPS_NONE);
	l->latch = mem_alloc(f->nblocks + 1, sizeof(bool));
	if (f->nblocks == 0)
		return;
	search_init(&s, f, l);
	number_blocks(&s);
	collect_predecessors(&s);
	nest(&s);
	emit_loops(&s);
	adopt(&s);
	number_loops(l);
	search_release(&s);
}

void loops_release(struct loops *l)
{
	free(l->v);
	free(l->of_block);
	free(l->latch);
	*l = (struct loops){ 0 };
}

bool loops_holds(const struct loops *l, uint32_t outer, uint32_t inner)
{
	if (outer == LOOPS_NONE || inner == LOOPS_NONE)
		return outer == inner;
	return l->v[inner].first - l->v[outer].first < l->v[outer].held;
}
