#include "elsewhere.h"

#include <stdlib.h>

#include "base/banned.h"
#include "base/mem.h"
#include "knowledge.h"
#include "suggest.h"

static struct suggest_item *said(const struct suggest_section *s,
                                 const struct suggestion *what)
{
	for (size_t i = 0; i < s->n; i++) {
		if (s->items[i].suggestion == what)
			return &s->items[i];
	}
	return NULL;
}

static bool is_shown(const struct suggest *s, const struct suggestion *what)
{
	for (size_t i = 0; i < s->n; i++) {
		if (said(&s->sections[i], what))
			return true;
	}
	return false;
}

static int by_saved(const void *pa, const void *pb)
{
	const struct suggest_item *a = pa, *b = pb;

	if (a->gain.saved != b->gain.saved)
		return a->gain.saved < b->gain.saved ? 1 : -1;
	return strcmp(a->suggestion->id, b->suggestion->id);
}

static void take(struct suggest_section *all, const struct suggest_item *item)
{
	all->items = mem_grow(all->items, &all->cap, all->n + 1, sizeof(*item));
	all->items[all->n++] = *item;
	all->nall = all->n;
}

void elsewhere_keep(struct suggest *s, const struct assess_section *whole,
                    double threshold)
{
	struct suggest_section all = { .section = whole };

	for (size_t i = s->n; i < s->n + s->nelsewhere; i++) {
		struct suggest_section *from = &s->sections[i];

		for (size_t k = 0; k < from->n; k++) {
			const struct suggest_item *item = &from->items[k];
			struct suggest_item *before =
				said(&all, item->suggestion);

			if (before && before->gain.saved < item->gain.saved)
				*before = *item;
			if (item->gain.saved >= threshold && !before &&
			    !is_shown(s, item->suggestion))
				take(&all, item);
		}
		free(from->items);
	}
	if (all.n > 0)
		qsort(all.items, all.n, sizeof(*all.items), by_saved);
	s->nelsewhere = all.n > 0;
	s->sections[s->n] = all;
}
