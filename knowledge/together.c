#include "together.h"

#include <string.h>

#include "base/banned.h"
#include "knowledge.h"
#include "places.h"
#include "suggest.h"

static bool is_together(const struct suggest_item *item,
                        const struct suggestion *s)
{
	const struct suggestion *other = item->suggestion;

	if (!s->everywhere || !other->everywhere || !item->gain.expected)
		return false;
	return other == s || (s->remedy && other->remedy &&
	                      strcmp(s->remedy, other->remedy) == 0);
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

/* Is a section around it counted, which has all that this one saves? */
static bool is_in_another(const struct suggest *out,
                          const struct suggest_item *item,
                          const struct suggestion *s)
{
	const size_t n = out->n + out->nelsewhere;

	for (size_t i = 0; i < n; i++) {
		const struct suggest_section *around = &out->sections[i];

		for (size_t k = 0; k < around->n; k++) {
			const struct suggest_item *other = &around->items[k];

			if (other->at != item->at && is_together(other, s) &&
			    places_within(item->at, other->at))
				return true;
		}
	}
	return false;
}

/*
 * A switch is given for all of the program: what it saves is the sum over its
 * procedures, and said of each.
 */
static void put_together(struct suggest *out, const struct suggestion *s,
                         double worth)
{
	const size_t n = out->n + out->nelsewhere;
	double saved = 0, most = 0;

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < out->sections[i].n; k++) {
			const struct suggest_item *item =
				&out->sections[i].items[k];

			if (!is_together(item, s) ||
			    is_in_another(out, item, s))
				continue;
			saved += item->gain.saved;
			most += item->gain.most;
		}
	}
	for (size_t i = 0; i < n; i++)
		say_together(&out->sections[i], s, saved, most, worth);
}

void together_add(struct suggest *out, const struct suggestion *const *list,
                  size_t n, double worth)
{
	for (size_t i = 0; i < n; i++) {
		if (is_first_of_remedy(list, i))
			put_together(out, list[i], worth);
	}
}
