#include "bars.h"

#include <stdlib.h>

#include "base/banned.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "diagnose/phases.h"
#include "report/phases.h"

/* A kind and what it lies in, the outermost first; without sections one name */
struct path {
	struct timeline_kind at[PROFILE_MAX_DEPTH];
	size_t n;
};

struct bars {
	const struct assessment *a;
	const struct timeline *t;
	struct path open, next;
	void (*visit)(void *ctx, const char *name, bool wait, bool begins,
	              double at_s);
	void *ctx;
};

static void find_path(struct path *p, const struct timeline_kind *kind)
{
	const struct profile_section *s = kind->section;
	size_t depth = 0;

	p->n = 1;
	p->at[0] = *kind;
	if (!s)
		return;
	for (; s && s->kind == PROFILE_LOOP; s = s->parent)
		depth++;
	if (depth >= PROFILE_MAX_DEPTH)
		return;
	p->n = depth + 1;
	for (s = kind->section; depth != SIZE_MAX; s = s->parent, depth--)
		p->at[depth] = (struct timeline_kind){ .section = s,
			                               .wait = kind->wait };
}

static bool same(const struct timeline_kind *one,
                 const struct timeline_kind *two)
{
	return one->section == two->section && one->wait == two->wait;
}

static void tell(struct bars *b, const struct timeline_kind *kind, bool begins,
                 double at_s)
{
	struct strbuf name = STRBUF_INIT;

	phases_kind_title(&name, b->a, 0, kind);
	b->visit(b->ctx, name.s, kind->wait != WAIT_NONE, begins, at_s);
	strbuf_release(&name);
}

/* From what is open to what is next */
static void change(struct bars *b, double at_s)
{
	size_t both = 0;

	while (both < b->open.n && both < b->next.n &&
	       same(&b->open.at[both], &b->next.at[both]))
		both++;
	for (size_t i = b->open.n; i > both; i--)
		tell(b, &b->open.at[i - 1], false, at_s);
	for (size_t i = both; i < b->next.n; i++)
		tell(b, &b->next.at[i], true, at_s);
	b->open = b->next;
}

void bars_visit(const struct assessment *a, const struct timeline *t,
                unsigned thread,
                void (*visit)(void *ctx, const char *name, bool wait,
                              bool begins, double at_s),
                void *ctx)
{
	double *own = mem_alloc(t->n * t->bins, sizeof(*own));
	struct bars *b = mem_alloc(1, sizeof(*b));

	b->a = a;
	b->t = t;
	b->visit = visit;
	b->ctx = ctx;
	timeline_thread(t, thread, own);
	for (unsigned i = 0; i < t->bins; i++) {
		const size_t kind = timeline_most(t, own, i, i + 1);

		b->next.n = 0;
		if (kind < t->n)
			find_path(&b->next, &t->kind[kind]);
		change(b, i * t->bin_s);
	}
	b->next.n = 0;
	change(b, t->bins * t->bin_s);
	free(own);
	free(b);
}
