#include "together.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/mem.h"
#include "diagnose/assessment.h"
#include "knowledge.h"
#include "places.h"
#include "suggest.h"

static bool is_same(const struct suggestion *a, const struct suggestion *b)
{
	return a == b ||
	       (a->remedy && b->remedy && strcmp(a->remedy, b->remedy) == 0);
}

static bool is_together(const struct suggest_item *item,
                        const struct suggestion *s)
{
	return s->everywhere && item->suggestion->everywhere &&
	       item->gain.expected && is_same(item->suggestion, s);
}

/* So much of a section's share of the run go one after the other */
static double both(double a, double b, double share)
{
	return share > 0 ? a + b - a * b / share : a;
}

void together_note(struct together *t, const struct suggest_item *item,
                   size_t input)
{
	const struct suggestion *s = item->suggestion;
	const struct gain *gain = &item->gain;
	const double share = item->at->in[input].fraction;

	if (!s->everywhere || !gain->expected)
		return;
	for (size_t i = 0; i < t->n; i++) {
		struct together_saved *had = &t->v[i];

		if (had->at != item->at || !is_same(had->suggestion, s))
			continue;
		/* what is built for the machine uses all its instructions */
		const bool adds =
			s->remedy && strcmp(s->remedy, "machine") == 0;

		had->saved = adds ? both(had->saved, gain->saved, share)
		                  : fmax(had->saved, gain->saved);
		had->most = adds ? both(had->most, gain->most, share)
		                 : fmax(had->most, gain->most);
		return;
	}
	t->v = mem_grow(t->v, &t->cap, t->n + 1, sizeof(*t->v));
	t->v[t->n++] =
		(struct together_saved){ s, item->at, gain->saved, gain->most };
}

static bool is_first_of_remedy(const struct suggestion *const *list, size_t i)
{
	for (size_t k = 0; k < i; k++) {
		if (list[k]->everywhere && list[i]->remedy && list[k]->remedy &&
		    strcmp(list[k]->remedy, list[i]->remedy) == 0)
			return false;
	}
	return true;
}

/* All of them save that much: said of each, or of none if it is too little */
static void say_together(struct suggest_section *to, const struct suggestion *s,
                         double saved, double most, double worth)
{
	for (size_t k = to->n; k-- > 0;) {
		if (!is_together(&to->items[k], s))
			continue;
		gain_together(&to->items[k].gain, saved, most);
		if (saved < worth) { /* nall only counts more */
			to->items[k] = to->items[--to->n];
			to->items[to->n] = to->items[--to->nall];
		}
	}
}

/*
 * A switch is given for all of the program: what it saves is the sum over its
 * sections, and said of each. Of a section and those in it, what saves more.
 */
static void put_together(struct suggest *out, const struct together *t,
                         const struct suggestion *s, double others,
                         double worth)
{
	const size_t n = out->n + out->nelsewhere;
	struct together_saved *sum = mem_alloc(t->n + 1, sizeof(*sum));
	double saved = 0, most = 0;
	size_t nsum = 0;

	for (size_t i = 0; i < t->n; i++) {
		double inside = 0, inside_most = 0;
		size_t first = nsum;

		if (!is_same(t->v[i].suggestion, s))
			continue;
		while (first > 0 &&
		       places_within(sum[first - 1].at, t->v[i].at)) {
			inside += sum[--first].saved;
			inside_most += sum[first].most;
		}
		nsum = first;
		sum[nsum] = t->v[i];
		sum[nsum].saved = fmax(sum[nsum].saved, inside);
		sum[nsum].most = fmax(sum[nsum].most, inside_most);
		nsum++;
	}
	for (size_t i = 0; i < nsum; i++) {
		saved += sum[i].saved;
		most += sum[i].most;
	}
	free(sum);
	saved = fmin(1, saved * (1 + others));
	most = fmin(1, most * (1 + others));
	for (size_t i = 0; i < n; i++)
		say_together(&out->sections[i], s, saved, most, worth);
}

void together_add(struct suggest *out, const struct together *t,
                  const struct suggestion *const *list, size_t n, double others,
                  double worth)
{
	for (size_t i = 0; i < n; i++) {
		if (list[i]->everywhere && is_first_of_remedy(list, i))
			put_together(out, t, list[i], others, worth);
	}
}
