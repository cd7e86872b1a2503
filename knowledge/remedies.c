#include "remedies.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/mem.h"
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

void remedies_say_once(struct suggest_section *const *shown, size_t nshown)
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
