#include "source_loops.h"

#include "base/arena.h"
#include "base/banned.h"
#include "base/mem.h"

enum { MAX_DEPTH = 64, MAX_SIBLINGS = 512 };

static void lower(unsigned *line, unsigned other)
{
	if (other && (*line == 0 || other < *line))
		*line = other;
}

/* The source loop that a part belongs to: one there is already, or a new one */
static struct structure_loop *loop_of_part(struct source_loops *s,
                                           const struct structure_part *p,
                                           const struct structure_inline *level)
{
	const struct structure_loop *parent =
		p->parent ? p->parent->loop : NULL;
	struct structure_loop *l;

	for (size_t i = s->nresult;
	     p->line && i-- > 0 && s->nresult - i <= MAX_SIBLINGS;) {
		l = &s->result[i];
		if (l->parent == parent && l->line == p->line &&
		    l->inlined == level && source_same_file(l->file, p->file))
			return l;
	}
	l = &s->result[s->nresult++];
	l->proc = s->proc;
	l->parent = parent;
	l->inlined = level;
	l->file = p->file;
	l->line = l->begin_line = l->end_line = p->line;
	l->header = p->header;
	l->depth = parent ? parent->depth + 1 : 1;
	return l;
}

void source_merge(struct source_loops *s)
{
	size_t n = s->loops.n;
	uint32_t *loop_of = mem_alloc(n + 1, sizeof(*loop_of));
	const struct structure_part **lists =
		arena_alloc(s->arena, n + 1, sizeof(*lists));

	for (uint32_t i = 0; i < n; i++)
		loop_of[s->part_of[i]] = i;
	for (size_t i = 0; i < n; i++) {
		struct structure_part *p = &s->parts[i];
		struct structure_loop *l =
			loop_of_part(s, p, s->level[loop_of[i]]);

		p->loop = l;
		l->nparts++;
	}
	for (size_t i = 0; i < s->nresult; i++) {
		s->result[i].parts = lists;
		lists += s->result[i].nparts;
		s->result[i].nparts = 0;
	}
	for (size_t i = 0; i < n; i++) {
		struct structure_loop *l =
			(struct structure_loop *)s->parts[i].loop;

		((const struct structure_part **)l->parts)[l->nparts++] =
			&s->parts[i];
	}
	free(loop_of);
}

/* Lines of a loop's code, as seen from where the loop is */
struct extent {
	unsigned low, at, high; /* lowest; lowest from the header on; highest */
	uint32_t above, all;    /* instructions above the header; with lines */
};

static void extend(struct extent *x, unsigned line, unsigned header)
{
	x->all++;
	lower(&x->low, line);
	if (line >= header)
		lower(&x->at, line);
	else
		x->above++;
	if (line > x->high)
		x->high = line;
}

/*
 * A loop runs from its header to its last line. Code above the header
 * was moved in from elsewhere, unless the header is the last line: then the
 * condition is at the end (do, repeat) and the body above it.
 */
static void set_lines(struct structure_loop *l, const struct extent *x)
{
	const struct structure_loop *up = l->parent;
	unsigned least = 0;

	if (up && up->inlined == l->inlined &&
	    source_same_file(up->file, l->file))
		least = up->line;
	else if (!l->inlined && source_same_file(l->proc->file, l->file))
		least = l->proc->line;
	l->end_line = x->high > l->line ? x->high : l->line;
	l->begin_line = l->line;
	if (x->high <= l->line && 4 * x->above >= x->all && x->low > least)
		l->begin_line = x->low;
}

void source_lines(struct source_loops *s)
{
	struct extent *x = mem_alloc(s->nresult + 1, sizeof(*x));
	unsigned end = s->proc->line;

	for (uint32_t i = 0; i < s->flow.ninsns; i++) {
		uint32_t loop = s->loops.of_block[s->flow.block_of[i]];
		const struct structure_loop *l =
			loop == LOOPS_NONE ? NULL
					   : s->parts[s->part_of[loop]].loop;
		struct source_site site = source_line_at(s, i, NULL);

		if (site.line > end &&
		    source_same_file(site.file, s->proc->file))
			end = site.line;
		for (unsigned up = 0; l && up < MAX_DEPTH;
		     up++, l = l->parent) {
			site = source_line_at(s, i, l->inlined);
			if (site.line && source_same_file(site.file, l->file))
				extend(&x[l - s->result], site.line, l->line);
		}
	}
	s->proc->end_line = end;
	for (size_t i = 0; i < s->nresult; i++)
		set_lines(&s->result[i], &x[i]);
	free(x);
}
