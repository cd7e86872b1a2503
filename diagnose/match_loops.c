/* Matching of the loops within one procedure or loop; see match.h. */
#include "match.h"

#include <math.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/mem.h"
#include "profile/profile.h"

/* More pairs of loops than this in one place are matched in order. */
enum { MAX_PAIRS = 1 << 20 };

struct loops {
	const struct profile_section **loop;
	double *cycles; /* share of what holds them; 0 when not known */
	size_t n, cap;
	const struct profile_section *procedure;
};

static double cycles_of(const struct profile_section *s, size_t event)
{
	return s->sum && s->sum[event] > 0 ? s->sum[event] : 0;
}

static void collect(struct loops *l, const struct profile_section *parent)
{
	if (!parent)
		return;
	for (l->procedure = parent; l->procedure->kind == PROFILE_LOOP;)
		l->procedure = l->procedure->parent;
	for (const struct profile_section *c = parent->child; c; c = c->next) {
		l->loop =
			mem_grow(l->loop, &l->cap, l->n + 1, sizeof(*l->loop));
		l->loop[l->n++] = c;
	}
}

/* The time of each as a share of all; event ranks in that profile. */
static void find_shares(struct loops *l, int event)
{
	double total = 0;

	l->cycles = mem_alloc(l->n + 1, sizeof(*l->cycles));
	if (event < 0)
		return;
	for (size_t i = 0; i < l->n; i++)
		total += cycles_of(l->loop[i], (size_t)event);
	for (size_t i = 0; total > 0 && i < l->n; i++)
		l->cycles[i] = cycles_of(l->loop[i], (size_t)event) / total;
}

static double loops_below(const struct profile_section *s)
{
	double n = 0;

	for (const struct profile_section *c = s->child; c; c = c->next)
		n++;
	return n;
}

static bool same_file(const char *a, const char *b)
{
	return a && b && strcmp(io_basename(a), io_basename(b)) == 0;
}

/* Lines from the start of the procedure, or of the file for inlined code. */
static double offset(const struct loops *l, const struct profile_section *s)
{
	if (l->procedure->line && same_file(s->file, l->procedure->file))
		return (double)s->line - (double)l->procedure->line;
	return (double)s->line;
}

/*
 * How alike two loops are. Above 0 for any two, so that matching more of them
 * is always better than matching fewer.
 */
static double likeness(const struct loops *one, size_t i,
                       const struct loops *two, size_t j)
{
	const struct profile_section *a = one->loop[i], *b = two->loop[j];
	double score = 10;

	if (a->line && b->line && same_file(a->file, b->file))
		score += 4 / (1 + fabs(offset(one, a) - offset(two, b)) / 4);
	score += 1 / (1 + fabs(loops_below(a) - loops_below(b)));
	score += 1 - fabs(one->cycles[i] - two->cycles[j]);
	return score;
}

static void add_pair(struct match *m, const struct profile_section *one,
                     const struct profile_section *two)
{
	m->pairs = mem_grow(m->pairs, &m->cap, m->n + 1, sizeof(*m->pairs));
	m->pairs[m->n++] = (struct match_pair){ { one, two } };
}

/* best[i][j]: the most likeness that the loops from i and from j on can have */
static double *align(const struct loops *one, const struct loops *two)
{
	size_t wide = two->n + 1;
	double *best = mem_alloc((one->n + 1) * wide, sizeof(*best));

	for (size_t i = one->n; i-- > 0;) {
		for (size_t j = two->n; j-- > 0;) {
			double both = best[(i + 1) * wide + j + 1] +
			              likeness(one, i, two, j);
			double skip = fmax(best[(i + 1) * wide + j],
			                   best[i * wide + j + 1]);

			best[i * wide + j] = fmax(both, skip);
		}
	}
	return best;
}

static void match_best(const struct loops *one, const struct loops *two,
                       struct match *m)
{
	size_t wide = two->n + 1, i = 0, j = 0;
	double *best = align(one, two);

	while (i < one->n && j < two->n) {
		double here = best[i * wide + j];

		if (here == best[(i + 1) * wide + j]) {
			add_pair(m, one->loop[i++], NULL);
		} else if (here == best[i * wide + j + 1]) {
			add_pair(m, NULL, two->loop[j++]);
		} else {
			add_pair(m, one->loop[i++], two->loop[j++]);
		}
	}
	while (i < one->n)
		add_pair(m, one->loop[i++], NULL);
	while (j < two->n)
		add_pair(m, NULL, two->loop[j++]);
	free(best);
}

static void match_in_order(const struct loops *one, const struct loops *two,
                           struct match *m)
{
	for (size_t i = 0; i < one->n || i < two->n; i++)
		add_pair(m, i < one->n ? one->loop[i] : NULL,
		         i < two->n ? two->loop[i] : NULL);
}

void match_loops(const struct profile_section *one, int time_one,
                 const struct profile_section *two, int time_two,
                 struct match *m)
{
	struct loops a = { 0 }, b = { 0 };

	collect(&a, one);
	collect(&b, two);
	find_shares(&a, time_one);
	find_shares(&b, time_two);
	if (a.n && b.n && a.n <= MAX_PAIRS / b.n)
		match_best(&a, &b, m);
	else
		match_in_order(&a, &b, m);
	free(a.loop);
	free(a.cycles);
	free(b.loop);
	free(b.cycles);
}
