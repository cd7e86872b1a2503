/*
 * perfexpert-sim: set-up of caches and TLBs, and the levels after the first
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "sim.h"

enum { VECTOR = 4 };

/* How far user space reaches. */
#if defined(VGA_amd64)
enum { ADDRESS_BITS = 47 };
#else
enum { ADDRESS_BITS = 52 };
#endif

static void *array(const HChar *what, ULong n, SizeT size)
{
	return VG_(calloc)(what, n ? n : 1, size);
}

static ULong power_mask(ULong n)
{
	return (n & (n - 1)) ? 0 : n - 1;
}

static ULong sets(const struct geometry *g, Bool tlb)
{
	return tlb ? g->size / g->ways : g->size / g->line / g->ways;
}

/* Every set starts as a ring of its empty ways. */
static struct big_sets *big_sets(const struct cache *c)
{
	const ULong n = c->sets * c->stride;
	struct big_sets *b = array("sim.big", 1, sizeof *b);

	b->key = array("sim.key", n, sizeof *b->key);
	b->older = array("sim.older", n + c->sets, sizeof *b->older);
	b->newer = array("sim.newer", n + c->sets, sizeof *b->newer);
	b->bucket = array("sim.bucket", N_CHAINS, sizeof *b->bucket);
	b->next = array("sim.next", n, sizeof *b->next);
	VG_(memset)(b->bucket, 0xff, N_CHAINS * sizeof *b->bucket);
	for (ULong set = 0; set < c->sets; set++) {
		UInt last = (UInt)(n + set);

		for (ULong i = 0; i < c->ways; i++) {
			const UInt way = (UInt)(set * c->stride + i);

			b->older[last] = way;
			b->newer[way] = last;
			last = way;
		}
		b->older[last] = (UInt)(n + set);
		b->newer[n + set] = last;
	}
	return b;
}

/* TLBs give entries, caches bytes: `line` of a TLB is its page. */
void cache_init(struct cache *c, const struct geometry *g, Bool tlb)
{
	c->none = g->none;
	if (g->none)
		return;
	c->sets = sets(g, tlb);
	c->ways = g->ways;
	c->stride = (g->ways + VECTOR - 1) / VECTOR * VECTOR;
	c->mask = power_mask(c->sets);
	c->shift = (UInt)VG_(log2_64)(g->line);
	c->brief_shift = c->mask ? (UInt)VG_(log2_64)(c->sets) : 0;
	/* one less, as all ones is what empty ways hold */
	c->brief_is_all = c->shift + c->brief_shift + 31 >= ADDRESS_BITS;
	const ULong n = c->sets * c->stride;

	c->tag = array("sim.tag", n, sizeof *c->tag);
	c->brief = array("sim.brief", n, sizeof *c->brief);
	c->stamp = array("sim.stamp", n, sizeof *c->stamp);
	VG_(memset)(c->tag, 0xff, n * sizeof *c->tag);
	VG_(memset)(c->brief, 0xff, n * sizeof *c->brief);
	if (c->ways > MANY_WAYS)
		c->big = big_sets(c);
}

typedef UInt vector __attribute__((vector_size(4 * VECTOR), aligned(4)));

union lanes {
	vector v;
	ULong half[2];
};

/*
 * Sets are searched whole: where a tag is, or which stamp is the lowest, can't
 * be predicted, and a branch mispredicted costs more than looking at the rest.
 * Which lane matched is seen from the number (from 1) that it holds.
 */
static inline ULong search(const struct cache *c, ULong first, ULong tag)
{
	const UInt t = (UInt)(tag >> c->brief_shift);
	const vector wanted = { t, t, t, t }, four = { 4, 4, 4, 4 };
	const UInt *brief = c->brief + first;
	vector number = { 1, 2, 3, 4 };
	union lanes found = { .v = { 0 } };

	for (ULong i = 0; i < c->stride; i += VECTOR) {
		found.v |= (vector)(*(const vector *)(brief + i) == wanted) &
		           number;
		number += four;
	}
	ULong way = found.half[0] | found.half[1];

	way = (UInt)(way | way >> 32);
	if (!way)
		return NO_WAY;
	if (c->brief_is_all ||
	    (way <= c->ways && c->tag[first + way - 1] == tag))
		return first + way - 1;
	/* two brief tags were alike */
	for (ULong i = 0; i < c->ways; i++)
		if (c->tag[first + i] == tag)
			return first + i;
	return NO_WAY;
}

/* In two chains, which the processor follows side by side. */
static inline ULong lowest(const ULong *stamps, ULong ways)
{
	ULong low0 = stamps[0], k0 = 0, i = 1;
	ULong low1 = ~0ULL, k1 = 0;

	for (; i + 1 < ways; i += 2) {
		k0 = stamps[i] < low0 ? i : k0;
		low0 = stamps[i] < low0 ? stamps[i] : low0;
		k1 = stamps[i + 1] < low1 ? i + 1 : k1;
		low1 = stamps[i + 1] < low1 ? stamps[i + 1] : low1;
	}
	if (i < ways && stamps[i] < low0) {
		k0 = i;
		low0 = stamps[i];
	}
	return low1 < low0 ? k1 : k0;
}

static ULong first_of(const struct cache *c, ULong tag)
{
	return set_of(tag, c->mask, c->sets) * c->stride;
}

static UInt *chain_of(const struct cache *c, ULong tag)
{
	return &c->big->bucket[(tag ^ (tag >> 10)) % N_CHAINS];
}

ULong cache_find(const struct cache *c, ULong tag)
{
	if (!c->big)
		return search(c, first_of(c, tag), tag);
	UInt way = *chain_of(c, tag);

	while (way != ~0u && c->tag[way] != tag)
		way = c->big->next[way];
	return way == ~0u ? NO_WAY : way;
}

static void ring_remove(struct big_sets *b, UInt way)
{
	b->newer[b->older[way]] = b->newer[way];
	b->older[b->newer[way]] = b->older[way];
}

/* Puts a way right behind a newer one (or the set's head). */
static void ring_insert(struct big_sets *b, UInt way, UInt newer)
{
	b->newer[way] = newer;
	b->older[way] = b->older[newer];
	b->newer[b->older[newer]] = way;
	b->older[newer] = way;
}

void cache_touch_big(struct cache *c, ULong way)
{
	struct big_sets *b = c->big;
	const UInt head = (UInt)(c->sets * c->stride + way / c->stride);

	b->key[way] = c->stamp[way];
	if (b->newer[way] == head)
		return;
	ring_remove(b, (UInt)way);
	ring_insert(b, (UInt)way, head);
}

/* To where its stamp belongs; the ring is in the order of keys. */
static void ring_sort_in(struct cache *c, UInt way, UInt head)
{
	struct big_sets *b = c->big;
	UInt at = b->newer[way];

	b->key[way] = c->stamp[way];
	ring_remove(b, way);
	while (at != head && b->key[at] < b->key[way])
		at = b->newer[at];
	ring_insert(b, way, at);
}

/*
 * The oldest way of a tag's set. Stamps are never too high, so a way whose
 * stamp is the lowest, and stays so when it is brought up to date, is it.
 */
ULong cache_oldest(struct cache *c, ULong tag, cache_refresh refresh)
{
	const ULong first = first_of(c, tag);
	const UInt head = (UInt)(c->sets * c->stride + first / c->stride);

	for (;;) {
		const ULong way =
			c->big ? c->big->newer[head]
			       : first + lowest(c->stamp + first, c->ways);
		const ULong before = c->big ? c->big->key[way] : c->stamp[way];

		if (!refresh || c->tag[way] == NO_TAG)
			return way;
		refresh(way);
		if (c->stamp[way] == before)
			return way;
		if (c->big)
			ring_sort_in(c, (UInt)way, head);
	}
}

void cache_replace(struct cache *c, ULong way, ULong tag)
{
	struct big_sets *b = c->big;

	if (b) {
		UInt *link = chain_of(c, c->tag[way]);

		while (c->tag[way] != NO_TAG && *link != way)
			link = &b->next[*link];
		if (c->tag[way] != NO_TAG)
			*link = b->next[way];
		link = chain_of(c, tag);
		b->next[way] = *link;
		*link = (UInt)way;
	}
	c->tag[way] = tag;
	c->brief[way] = (UInt)(tag >> c->brief_shift);
}

/* True when it was there; it is the most recent afterwards. */
Bool cache_hit(struct cache *c, Addr addr)
{
	const ULong tag = addr >> c->shift;
	ULong way = cache_find(c, tag);
	const Bool hit = way != NO_WAY;

	if (!hit) {
		way = cache_oldest(c, tag, NULL);
		cache_replace(c, way, tag);
	}
	cache_touch(c, way, ++c->now);
	return hit;
}

/* What is not there counts as missed by the last level that there is. */
UInt next_levels(Addr addr)
{
	if (cache_hit(&sim.l2, addr))
		return 0;
	if (sim.l3.none || cache_hit(&sim.l3, addr))
		return MISS_L2;
	return MISS_L2 | MISS_L3;
}
