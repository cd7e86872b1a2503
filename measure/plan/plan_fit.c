/* plan_fit.c - which natives the counters of a core can take at once */
#include "plan_search.h"

#include "base/banned.h"

/* Natives that can't go anywhere, those with the fewest choices first. */
struct fit {
	uint64_t places[PLAN_MAX]; /* counters; of a pair the even one */
	unsigned width[PLAN_MAX];
	size_t n;
};

static uint64_t all_counters(unsigned n)
{
	return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
}

/* The counters at which a native can start. */
static uint64_t places_of(const struct plan_native *n, uint64_t all)
{
	uint64_t mask = (n->counters ? n->counters : all) & all;

	if (n->width < 2)
		return mask;
	return mask & mask >> 1 & 0x5555555555555555u;
}

static void insert(struct fit *f, uint64_t places, unsigned width)
{
	int choices = __builtin_popcountll(places);
	size_t i = f->n++;

	while (i && __builtin_popcountll(f->places[i - 1]) > choices) {
		f->places[i] = f->places[i - 1];
		f->width[i] = f->width[i - 1];
		i--;
	}
	f->places[i] = places;
	f->width[i] = width;
}

/* Place the i-th and all after it; the rest go wherever is room. */
static bool place(const struct fit *f, size_t i, uint64_t free)
{
	uint64_t open;

	if (i == f->n)
		return true;
	open = f->places[i] & free;
	if (f->width[i] > 1)
		open &= free >> 1;
	while (open) {
		uint64_t one = open & -open;

		open ^= one;
		if (f->width[i] > 1)
			one |= one << 1;
		if (place(f, i + 1, free & ~one))
			return true;
	}
	return false;
}

bool plan_fits(const struct plan_problem *p, uint64_t natives)
{
	uint64_t all = all_counters(p->counters), left;
	unsigned used = p->taken;
	struct fit f = { .n = 0 };

	for (size_t i = 0; i < p->nexclusions; i++) {
		if (__builtin_popcountll(p->exclusions[i] & natives) > 1)
			return false;
	}
	for (left = natives; left; left &= left - 1) {
		const struct plan_native *n =
			&p->natives[__builtin_ctzll(left)];
		uint64_t places = places_of(n, all);

		if (n->fixed)
			continue;
		used += n->width;
		if (n->width > 1 || places != all)
			insert(&f, places, n->width);
	}
	/* those that go anywhere only need room */
	return used <= p->counters && place(&f, 0, all);
}
