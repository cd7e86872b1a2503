#include "remedies.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/mem.h"
#include "diagnose/assessment.h"
#include "knowledge.h"
#include "suggest.h"

/* Has an equivalent one been kept, in this procedure? */
static bool comes_to_the_same(struct suggest_section *const *shown,
                              size_t nshown, const struct suggest_item *item)
{
	for (size_t i = 0; i < nshown; i++) {
		const struct suggest_section *s = shown[i];

		for (size_t k = 0; k < s->n; k++) {
			if (s->items[k].suggestion != item->suggestion &&
			    s->items[k].suggestion->remedy &&
			    strcmp(s->items[k].suggestion->remedy,
			           item->suggestion->remedy) == 0)
				return true;
		}
	}
	return false;
}

struct candidate {
	struct suggest_section *in;
	struct suggest_item item;
};

static int by_gain(const void *pa, const void *pb)
{
	const struct candidate *a = pa, *b = pb;

	if (a->item.gain.saved != b->item.gain.saved)
		return a->item.gain.saved < b->item.gain.saved ? 1 : -1;
	return strcmp(a->item.suggestion->id, b->item.suggestion->id);
}

/* So much of a section's share of the run go one after the other */
static double both(double a, double b, double share)
{
	return share > 0 ? a + b - a * b / share : a;
}

/*
 * Building for the machine uses all of its instructions: the gain of another
 * suggestion of the same switch, in the same section, is saved as well.
 */
static void add_to_kept(struct suggest_section *const *shown, size_t nshown,
                        size_t input, const struct suggest_item *dropped)
{
	const double share = dropped->at->in[input].fraction;

	if (strcmp(dropped->suggestion->remedy, "machine") != 0)
		return;
	for (size_t i = 0; i < nshown; i++) {
		struct suggest_section *s = shown[i];

		for (size_t k = 0; k < s->n; k++) {
			struct suggest_item *kept = &s->items[k];
			const struct suggestion *by = kept->suggestion;

			if (kept->at != dropped->at || !by->remedy ||
			    by == dropped->suggestion ||
			    strcmp(by->remedy, "machine") != 0)
				continue;
			kept->gain.saved = both(kept->gain.saved,
			                        dropped->gain.saved, share);
			kept->gain.most = both(kept->gain.most,
			                       dropped->gain.most, share);
			return;
		}
	}
}

void remedies_say_once(struct suggest_section *const *shown, size_t nshown,
                       size_t input)
{
	struct candidate *list = NULL;
	size_t n = 0, cap = 0;

	for (size_t i = 0; i < nshown; i++) {
		struct suggest_section *s = shown[i];

		/* several nodes are shown with one section */
		for (size_t k = s->n; k-- > 0;) {
			if (!s->items[k].suggestion->remedy)
				continue;
			list = mem_grow(list, &cap, n + 1, sizeof(*list));
			list[n++] = (struct candidate){ s, s->items[k] };
			s->items[k] = s->items[--s->n];
		}
	}
	if (n > 0)
		qsort(list, n, sizeof(*list), by_gain);
	for (size_t i = 0; i < n; i++) {
		if (!comes_to_the_same(shown, nshown, &list[i].item)) {
			list[i].in->items[list[i].in->n++] = list[i].item;
			list[i].item.suggestion = NULL;
		} else {
			add_to_kept(shown, nshown, input, &list[i].item);
		}
	}
	for (size_t i = 0; i < nshown; i++)
		shown[i]->nall = shown[i]->n;
	for (size_t i = 0; i < n; i++) {
		if (list[i].item.suggestion)
			list[i].in->items[list[i].in->nall++] = list[i].item;
	}
	free(list);
}
