/*
 * log.c - who was where when: the ends of messages and collective calls
 */
#include "library.h"

#include <stdlib.h>

#include "measure/collect/mpi/area.h"

enum { FIRST = 1 << 10, MOST_KEYS = 1 << 20, LEAST = 1 << 12, ALL = 1 << 21 };

struct counter {
	uint64_t key; /* 0: free */
	uint32_t n;
};

static struct {
	struct counter *slot;
	size_t n, nslots;
} counters;

/* Source: the finaliser of splitmix64 */
uint64_t log_mix(uint64_t a, uint64_t b)
{
	uint64_t h = a * 0x9e3779b97f4a7c15u + b;

	h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
	h = (h ^ h >> 27) * 0x94d049bb133111ebu;
	return h ^ h >> 31;
}

static struct counter *slot_of(struct counter *slots, size_t n, uint64_t key)
{
	size_t i = log_mix(key, 0) & (n - 1);

	while (slots[i].key && slots[i].key != key)
		i = (i + 1) & (n - 1);
	return &slots[i];
}

static bool grow(void)
{
	const size_t n = counters.nslots ? 2 * counters.nslots : FIRST;
	struct counter *slots;

	if (4 * counters.n < 3 * counters.nslots)
		return true;
	if (n > MOST_KEYS)
		return false;
	slots = calloc(n, sizeof(*slots));
	if (!slots)
		return false;
	for (size_t i = 0; i < counters.nslots; i++) {
		if (counters.slot[i].key)
			*slot_of(slots, n, counters.slot[i].key) =
				counters.slot[i];
	}
	free(counters.slot);
	counters.slot = slots;
	counters.nslots = n;
	return true;
}

uint32_t log_number(uint64_t key)
{
	struct counter *c =
		counters.nslots ? slot_of(counters.slot, counters.nslots, key)
				: NULL;

	if (!c || !c->key) {
		if (!grow())
			return UINT32_MAX;
		c = slot_of(counters.slot, counters.nslots, key);
		c->key = key;
		counters.n++;
	}
	return c->n++;
}

uint32_t log_next(uint64_t key)
{
	const struct counter *c =
		counters.nslots ? slot_of(counters.slot, counters.nslots, key)
				: NULL;

	return c ? c->n : 0;
}

static bool is_kept(const struct mpi_area *a, const struct mpi_area_event *e)
{
	return (log_mix(e->key, e->number) & (a->stride - 1)) == 0;
}

/* Approximate number of events kept by all processes together */
static uint64_t most(const struct mpi_area *a)
{
	const uint64_t n = (uint64_t)ALL / (uint64_t)a->size;

	return n < LEAST ? LEAST : n > MPI_AREA_EVENTS ? MPI_AREA_EVENTS : n;
}

void log_add(const struct mpi_area_event *e)
{
	struct mpi_area *a = sites_area();

	while (a->nevents >= most(a) && a->stride < 1u << 30) {
		uint64_t kept = 0;

		a->stride *= 2;
		for (uint64_t i = 0; i < a->nevents; i++) {
			if (is_kept(a, &a->event[i]))
				a->event[kept++] = a->event[i];
		}
		a->nevents = kept;
	}
	if (is_kept(a, e) && a->nevents < MPI_AREA_EVENTS &&
	    room_for(a->nevents + 1))
		a->event[a->nevents++] = *e;
}
