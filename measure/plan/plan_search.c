#include "plan_search.h"

#include <limits.h>

#include "base/banned.h"

struct search {
	const struct plan_problem *p;
	size_t order[PLAN_MAX];    /* items in the order of placement */
	uint64_t runs[PLAN_MAX];   /* natives of each run */
	uint64_t spread[PLAN_MAX]; /* the runs that a set is in */
	struct plan_solution *s;
};

/* What placing an item into a run adds to the cost. */
static unsigned added_cost(const struct search *s, size_t item, unsigned run)
{
	unsigned cost = 0;

	for (size_t i = 0; i < s->p->nsets; i++) {
		if (s->p->sets[i].items >> item & 1 && s->spread[i] &&
		    !(s->spread[i] >> run & 1))
			cost += s->p->sets[i].weight;
	}
	return cost;
}

/* How hard an item is to place: wide ones, and those with few counters. */
static unsigned hardness(const struct plan_problem *p, size_t item)
{
	unsigned hard = 0;

	for (uint64_t left = p->items[item]; left; left &= left - 1) {
		int i = __builtin_ctzll(left);
		const struct plan_native *n = &p->natives[i];

		if (n->fixed || p->base >> i & 1)
			continue;
		hard += 100 * n->width;
		if (n->counters)
			hard += 64 -
			        (unsigned)__builtin_popcountll(n->counters);
		for (size_t k = 0; k < p->nexclusions; k++)
			hard += p->exclusions[k] >> i & 1 ? 10 : 0;
	}
	return hard;
}

/* The set that matters most among those that an item is in. */
static size_t main_set(const struct plan_problem *p, size_t item)
{
	size_t best = p->nsets;

	for (size_t i = 0; i < p->nsets; i++) {
		if (p->sets[i].items >> item & 1 &&
		    (best == p->nsets ||
		     p->sets[i].weight > p->sets[best].weight))
			best = i;
	}
	return best;
}

static bool comes_before(const struct search *s, bool by_sets, size_t a,
                         size_t b)
{
	size_t x = main_set(s->p, a), y = main_set(s->p, b);

	if (by_sets && x != y) {
		int m = x < s->p->nsets
		                ? __builtin_popcountll(s->p->sets[x].items)
		                : 0;
		int n = y < s->p->nsets
		                ? __builtin_popcountll(s->p->sets[y].items)
		                : 0;

		return m != n ? m > n : x < y;
	}
	return hardness(s->p, a) > hardness(s->p, b);
}

static void sort_items(struct search *s, bool by_sets)
{
	for (size_t i = 0; i < s->p->nitems; i++) {
		size_t at = i;

		while (at && comes_before(s, by_sets, i, s->order[at - 1])) {
			s->order[at] = s->order[at - 1];
			at--;
		}
		s->order[at] = i;
	}
}

/* The natives that the set of an item still needs, or the item's own */
static uint64_t rest_of_set(const struct search *s, size_t at)
{
	const struct plan_problem *p = s->p;
	const size_t set = main_set(p, s->order[at]);
	uint64_t natives = p->items[s->order[at]];

	if (set == p->nsets || s->spread[set])
		return natives;
	for (size_t i = at + 1; i < p->nitems; i++) {
		if (p->sets[set].items >> s->order[i] & 1)
			natives |= p->items[s->order[i]];
	}
	return natives;
}

/*
 * The run that the at-th item costs least in, one that has room for all of its
 * set if there is one; PLAN_MAX: it fits none
 */
static unsigned cheapest(const struct search *s, size_t at, unsigned limit)
{
	const struct plan_problem *p = s->p;
	const uint64_t rest = rest_of_set(s, at);
	unsigned best = PLAN_MAX, least = UINT_MAX;

	for (unsigned r = 0; r <= s->s->nruns && r < limit; r++) {
		const uint64_t before = r < s->s->nruns ? s->runs[r] : p->base;
		unsigned cost = 2 * added_cost(s, s->order[at], r);

		cost += !plan_fits(p, before | rest);
		if (cost < least &&
		    plan_fits(p, before | p->items[s->order[at]])) {
			best = r;
			least = cost;
		}
	}
	return best;
}

static void place(struct search *s, size_t item, unsigned run)
{
	const struct plan_problem *p = s->p;

	if (run == s->s->nruns)
		s->runs[s->s->nruns++] = p->base;
	s->s->run[item] = run;
	s->runs[run] |= p->items[item];
	for (size_t i = 0; i < p->nsets; i++) {
		if (p->sets[i].items >> item & 1)
			s->spread[i] |= (uint64_t)1 << run;
	}
}

static bool in_order(const struct plan_problem *p, bool by_sets, unsigned limit,
                     struct plan_solution *to)
{
	struct search s = { .p = p, .s = to };

	*to = (struct plan_solution){ 0 };
	sort_items(&s, by_sets);
	for (size_t i = 0; i < p->nitems; i++) {
		const unsigned run = cheapest(&s, i, limit);

		if (run == PLAN_MAX)
			return false;
		place(&s, s.order[i], run);
	}
	return true;
}

/* By sets where that takes no more runs than hard items first */
bool plan_search(const struct plan_problem *p, struct plan_solution *best)
{
	struct plan_problem alone = *p;
	struct plan_solution few;

	alone.nsets = 0;
	if (p->taken > p->counters || !plan_fits(p, p->base) ||
	    !in_order(&alone, false, PLAN_MAX, &few))
		return false;
	if (!in_order(p, true, few.nruns, best) &&
	    !in_order(p, false, few.nruns, best))
		*best = few;
	return true;
}

unsigned plan_runs(const struct plan_problem *p)
{
	struct plan_solution best;

	return plan_search(p, &best) ? best.nruns : 0;
}
