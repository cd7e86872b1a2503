#include "plan_search.h"

#include "base/banned.h"
#include "base/mem.h"

enum { EFFORT = 3000000, MEMO = 1 << 16 };

/* An answer of plan_fits, kept. */
struct memo {
	uint64_t natives;
	bool known, fits;
};

struct search {
	const struct plan_problem *p;
	size_t order[PLAN_MAX];  /* items in the order of placement */
	size_t twin[PLAN_MAX];   /* the item placed before it that is its equal
	                          * in every respect, or itself */
	uint64_t runs[PLAN_MAX]; /* natives of each run */
	unsigned run[PLAN_MAX];
	uint64_t spread[PLAN_MAX]; /* the runs that a set is in */
	unsigned nruns, limit;
	bool by_cost;
	unsigned cost;
	bool found;
	struct plan_solution *best;
	long effort;
	struct memo *memo;
};

static bool fits(struct search *s, uint64_t natives)
{
	uint64_t h = natives * 0x9e3779b97f4a7c15u;
	struct memo *m = &s->memo[h >> 48];

	if (!m->known || m->natives != natives)
		*m = (struct memo){ natives, true, plan_fits(s->p, natives) };
	return m->fits;
}

static unsigned width_of(const struct plan_problem *p, uint64_t natives)
{
	unsigned width = 0;

	for (; natives; natives &= natives - 1) {
		const struct plan_native *n =
			&p->natives[__builtin_ctzll(natives)];

		width += n->fixed ? 0 : n->width;
	}
	return width;
}

/* Natives of the items from the at-th on that no run has yet. */
static uint64_t still_needed(const struct search *s, size_t at)
{
	uint64_t natives = 0, had = s->p->base;

	for (size_t i = at; i < s->p->nitems; i++)
		natives |= s->p->items[s->order[i]];
	for (unsigned r = 0; r < s->nruns; r++)
		had |= s->runs[r];
	return natives & ~had;
}

/* Is there room for what is still to be placed? */
static bool room(const struct search *s, size_t at)
{
	const struct plan_problem *p = s->p;
	unsigned per_run = p->counters - p->taken;
	unsigned have = s->limit * per_run;

	for (unsigned r = 0; r < s->limit; r++)
		have -= width_of(p, r < s->nruns ? s->runs[r] : p->base);
	return width_of(p, still_needed(s, at)) <= have;
}

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

static void record(struct search *s)
{
	struct plan_solution *b = s->best;

	s->found = true;
	memcpy(b->run, s->run, sizeof(b->run));
	b->nruns = s->nruns;
	b->cost = s->cost;
}

static void descend(struct search *s, size_t at);

static void try_run(struct search *s, size_t at, unsigned run)
{
	size_t item = s->order[at];
	uint64_t before = run < s->nruns ? s->runs[run] : s->p->base;
	uint64_t old_spread[PLAN_MAX];
	unsigned cost = added_cost(s, item, run), nruns = s->nruns;

	if (s->by_cost && s->found && s->cost + cost >= s->best->cost)
		return;
	if (!fits(s, before | s->p->items[item]))
		return;
	memcpy(old_spread, s->spread, sizeof(old_spread));
	for (size_t i = 0; i < s->p->nsets; i++) {
		if (s->p->sets[i].items >> item & 1)
			s->spread[i] |= (uint64_t)1 << run;
	}
	s->runs[run] = before | s->p->items[item];
	s->run[item] = run;
	s->cost += cost;
	if (run == s->nruns)
		s->nruns++;
	descend(s, at + 1);
	s->nruns = nruns;
	s->cost -= cost;
	s->runs[run] = before;
	memcpy(s->spread, old_spread, sizeof(old_spread));
}

/* Runs that cost nothing come first: a good solution early prunes most. */
static void descend(struct search *s, size_t at)
{
	size_t item = at < s->p->nitems ? s->order[at] : 0;
	unsigned last = s->nruns < s->limit ? s->nruns + 1 : s->nruns;
	unsigned first = 0;

	if (s->by_cost && s->found && --s->effort < 0)
		return;
	if (at == s->p->nitems) {
		record(s);
		return;
	}
	if (!room(s, at))
		return;
	/* equal items: in order of runs, the other orders are the same */
	if (s->twin[item] != item)
		first = s->run[s->twin[item]];
	for (int pass = 0; pass < 2; pass++) {
		for (unsigned r = first; r < last; r++) {
			bool dear = added_cost(s, item, r) > 0;

			if (s->found && !s->by_cost)
				return;
			if (dear == (pass == 1))
				try_run(s, at, r);
		}
	}
}

static bool same_sets(const struct plan_problem *p, size_t a, size_t b)
{
	for (size_t i = 0; i < p->nsets; i++) {
		if ((p->sets[i].items >> a & 1) != (p->sets[i].items >> b & 1))
			return false;
	}
	return true;
}

/* The natives of an item count the same and are interchangeable. */
static bool equal(const struct search *s, size_t a, size_t b)
{
	const struct plan_problem *p = s->p;
	uint64_t x = p->items[a], y = p->items[b];
	const struct plan_native *m, *n;

	if (s->by_cost && !same_sets(p, a, b))
		return false;
	if (x == y)
		return true;
	if (__builtin_popcountll(x) != 1 || __builtin_popcountll(y) != 1)
		return false;
	m = &p->natives[__builtin_ctzll(x)];
	n = &p->natives[__builtin_ctzll(y)];
	if (m->counters != n->counters || m->width != n->width ||
	    m->fixed != n->fixed || ((x | y) & p->base))
		return false;
	for (size_t i = 0; i < p->nexclusions; i++) {
		if (p->exclusions[i] & (x | y))
			return false;
	}
	for (size_t i = 0; i < p->nitems; i++) {
		if (i != a && i != b && p->items[i] & (x | y))
			return false;
	}
	return true;
}

static void find_twins(struct search *s)
{
	for (size_t i = 0; i < s->p->nitems; i++) {
		size_t item = s->order[i];

		s->twin[item] = item;
		for (size_t k = i; k-- > 0 && s->twin[item] == item;) {
			if (equal(s, item, s->order[k]))
				s->twin[item] = s->order[k];
		}
	}
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

static bool comes_before(const struct search *s, size_t a, size_t b)
{
	size_t x = main_set(s->p, a), y = main_set(s->p, b);

	if (s->by_cost && x != y) {
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

static void sort_items(struct search *s)
{
	for (size_t i = 0; i < s->p->nitems; i++) {
		size_t at = i;

		while (at && comes_before(s, i, s->order[at - 1])) {
			s->order[at] = s->order[at - 1];
			at--;
		}
		s->order[at] = i;
	}
}

/* At least that many: the widths, and natives that compete for few counters. */
static unsigned least_runs(const struct plan_problem *p)
{
	uint64_t natives = 0;
	unsigned least = p->nitems ? 1 : 0;

	for (size_t i = 0; i < p->nitems; i++)
		natives |= p->items[i];
	natives &= ~p->base;
	for (size_t k = 0; k <= PLAN_MAX; k++) {
		/* the counters of the k-th native, or all */
		uint64_t area = k < PLAN_MAX ? p->natives[k].counters : 0;
		unsigned size = area ? (unsigned)__builtin_popcountll(area)
		                     : p->counters - p->taken;
		unsigned width = 0;

		for (uint64_t left = natives; left; left &= left - 1) {
			const struct plan_native *n =
				&p->natives[__builtin_ctzll(left)];

			if (!n->fixed &&
			    (!area || (n->counters && !(n->counters & ~area))))
				width += n->width;
		}
		if (!area)
			size -= width_of(p, p->base);
		if (size && (width + size - 1) / size > least)
			least = (width + size - 1) / size;
	}
	for (size_t i = 0; i < p->nexclusions; i++) {
		unsigned n = (unsigned)__builtin_popcountll(p->exclusions[i] &
		                                            natives);

		least = n > least ? n : least;
	}
	return least;
}

static bool possible(struct search *s)
{
	const struct plan_problem *p = s->p;

	if (p->taken > p->counters || !fits(s, p->base))
		return false;
	for (size_t i = 0; i < p->nitems; i++) {
		if (!fits(s, p->base | p->items[i]))
			return false;
	}
	return true;
}

static bool fewest(struct search *s)
{
	s->by_cost = false;
	sort_items(s);
	find_twins(s);
	s->found = false;
	if (!possible(s))
		return false;
	for (s->limit = least_runs(s->p); !s->found; s->limit++)
		descend(s, 0);
	return true;
}

/* Better than the solution that fewest found, if there is one. */
static void cheapest(struct search *s)
{
	s->limit = s->best->nruns;
	s->by_cost = true;
	s->effort = EFFORT;
	sort_items(s);
	find_twins(s);
	descend(s, 0);
	s->best->exact = s->effort >= 0;
}

bool plan_search(const struct plan_problem *p, struct plan_solution *best)
{
	struct search *s = mem_alloc(1, sizeof(*s));
	bool ok;

	s->p = p;
	s->best = best;
	s->memo = mem_alloc(MEMO, sizeof(*s->memo));
	*best = (struct plan_solution){ 0 };
	ok = fewest(s);
	if (ok)
		cheapest(s);
	free(s->memo);
	free(s);
	return ok;
}

unsigned plan_runs(const struct plan_problem *p)
{
	struct plan_solution best = { 0 };
	struct search *s = mem_alloc(1, sizeof(*s));

	s->p = p;
	s->best = &best;
	s->memo = mem_alloc(MEMO, sizeof(*s->memo));
	if (!fewest(s))
		best.nruns = 0;
	free(s->memo);
	free(s);
	return best.nruns;
}
