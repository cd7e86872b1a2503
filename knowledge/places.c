#include "places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/mem.h"
#include "diagnose/assessment.h"
#include "profile/own.h"
#include "profile/profile.h"
#include "suggest.h"
#include "knowledge.h"

/* Of a section's time, what loops in it must take together so that they are
 * places, and not only the section */
static const double a_quarter = 0.25;
/* A loop that takes less of that is none of the places, nor is the rest. */
static const double some = 0.1;

struct search {
	const struct assessment *a;
	const struct suggest *suggest;
	size_t input;
	struct arena *arena;
	struct places *to;
	size_t cap;
	double charged; /* of others' code, to calls of the program's */
};

bool places_within(const struct assess_section *s,
                   const struct assess_section *of)
{
	while (s && s != of)
		s = s->parent;
	return s != NULL;
}

static const struct assess_value *value_of(const struct search *w,
                                           const struct assess_section *s)
{
	return &s->in[w->input];
}

/*
 * What a section costs: its share of the program's time, with what its calls
 * spend in code that is not the program's, and its waiting. Of such code only
 * what was charged to nobody.
 */
static double cost(const struct search *w, const struct assess_section *s)
{
	const struct assess_value *v = value_of(w, s);
	const struct profile *p = w->a->in[w->input].profile;

	if (!v->section || isnan(v->fraction))
		return 0;
	if (own_code(p, v->section))
		/* of two measurements: together it may come to more than all */
		return fmin(1, fmax(v->fraction,
		                    isnan(v->caused) ? 0 : v->caused)) +
		       v->waited;
	return v->fraction * (1 - w->charged) + v->waited;
}

/* The share of the time of others' code that is charged to the program's */
static double charged(const struct search *w)
{
	const struct profile *p = w->a->in[w->input].profile;
	double others = 0, caused = 0;

	for (size_t i = 0; i < w->a->nprocedures; i++) {
		const struct assess_value *v = value_of(w, w->a->procedures[i]);

		if (!v->section || isnan(v->fraction))
			continue;
		if (!own_code(p, v->section))
			others += v->fraction;
		else if (v->caused > v->fraction)
			caused += v->caused - v->fraction;
	}
	return others > 0 ? fmin(1, caused / others) : 0;
}

/* What a change there saves most, wherever the time is spent */
static double saved_there(const struct search *w,
                          const struct assess_section *at)
{
	double most = 0;

	for (size_t i = 0; w->suggest && i < w->suggest->n; i++) {
		const struct suggest_section *s = &w->suggest->sections[i];

		for (size_t k = 0; k < s->n; k++) {
			const struct suggest_item *item = &s->items[k];

			if (item->gain.expected &&
			    !item->suggestion->everywhere &&
			    places_within(item->at, at))
				most = fmax(most, item->gain.saved);
		}
	}
	return most;
}

static bool is_own(const struct search *w, const struct assess_section *s)
{
	return own_code(w->a->in[w->input].profile, value_of(w, s)->section);
}

/* Are a section's loops places? Who can't change the code needs none of them,
 * and of those that a header has put there only the line that uses it. */
static bool has_place(const struct search *w, const struct assess_section *loop)
{
	const struct profile_section *s = value_of(w, loop)->section;

	return s && own_code(w->a->in[w->input].profile, s) &&
	       !io_is_system_header(s->file);
}

static void add_place(struct search *w, struct place p)
{
	struct places *to = w->to;

	to->list = mem_grow(to->list, &w->cap, to->n + 1, sizeof(*to->list));
	p.order = to->n;
	to->list[to->n++] = p;
}

/* Is it code of what measures the program? */
static bool is_of_measuring(const struct assess_section *s)
{
	static const char ours[] = "perfexpert-";

	return s->module &&
	       strncmp(io_basename(s->module), ours, sizeof(ours) - 1) == 0;
}

/* The section; or the loops in it that take much of its time, and its rest */
static void add_places(struct search *w, const struct assess_section *s)
{
	const struct assess_section **loops;
	const double all = cost(w, s);
	double inner = 0, waits = value_of(w, s)->waited;
	size_t n = 0;

	if (!(all > 0) || is_of_measuring(s))
		return;
	loops = arena_alloc(w->arena, s->nchildren + 1, sizeof(*loops));
	for (size_t i = 0; i < s->nchildren; i++) {
		if (cost(w, s->child[i]) < some * all ||
		    !has_place(w, s->child[i]))
			continue;
		loops[n++] = s->child[i];
		inner += cost(w, s->child[i]);
		waits -= value_of(w, s->child[i])->waited;
	}
	/* who waits after loops waits for what they do; others' code is saved
	 * at its callers */
	if (inner < a_quarter * all || waits > some * all) {
		const double saved =
			saved_there(w, s) * (is_own(w, s) ? 1 : 1 - w->charged);

		add_place(w,
		          (struct place){ .at = s, .share = fmax(all, saved) });
		return;
	}
	inner = 0;
	for (size_t i = 0, first = w->to->n; i < n; i++) {
		add_places(w, loops[i]);
		for (; first < w->to->n; first++)
			inner += w->to->list[first].share;
	}
	if (all - inner > some * all)
		add_place(w, (struct place){ .at = s,
		                             .apart = loops,
		                             .napart = n,
		                             .share = all - inner });
}

static int by_share(const void *pa, const void *pb)
{
	const struct place *a = pa, *b = pb;

	if (a->share != b->share)
		return a->share < b->share ? 1 : -1;
	return a->order < b->order ? -1 : 1;
}

void places_find(struct places *to, struct arena *arena,
                 const struct assessment *a, const struct suggest *suggest,
                 size_t input)
{
	struct search w = { a, suggest, input, arena, to, 0, 0 };

	w.charged = charged(&w);
	for (size_t i = 0; i < a->nprocedures; i++)
		add_places(&w, a->procedures[i]);
	if (to->n > 0)
		qsort(to->list, to->n, sizeof(*to->list), by_share);
}

void places_release(struct places *p)
{
	free(p->list);
	*p = (struct places){ 0 };
}
