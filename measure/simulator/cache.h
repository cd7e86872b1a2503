/*
 * perfexpert-sim: look-up in caches and TLBs, for the helpers that do it most
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_CACHE_H
#define PERFEXPERT_SIM_CACHE_H

#include "sim.h"

enum { VECTOR = 4, WAY_BITS = 4 };

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

static inline ULong smaller(ULong a, ULong b)
{
	return a < b ? a : b;
}

/*
 * Of a set that is no ring. A way's number goes with its stamp, so that the
 * lowest brings its own; four at a time, which the processor does side by side.
 */
static inline ULong lowest(const ULong *stamps, ULong stride)
{
	ULong low[VECTOR];

	for (ULong k = 0; k < VECTOR; k++)
		low[k] = stamps[k] << WAY_BITS | k;
	for (ULong i = VECTOR; i < stride; i += VECTOR)
		for (ULong k = 0; k < VECTOR; k++)
			low[k] = smaller(low[k],
			                 stamps[i + k] << WAY_BITS | (i + k));
	return smaller(smaller(low[0], low[1]), smaller(low[2], low[3])) &
	       ((1 << WAY_BITS) - 1);
}

static inline ULong first_of(const struct cache *c, ULong tag)
{
	return set_of(tag, c->mask, c->sets) * c->stride;
}

static inline ULong cache_find(const struct cache *c, ULong tag)
{
	if (c->big)
		return big_find(c, tag);
	return search(c, first_of(c, tag), tag);
}

/*
 * The oldest way of a tag's set. Stamps are never too high, so a way whose
 * stamp is the lowest, and stays so when it is brought up to date, is it.
 */
static inline ULong cache_oldest(struct cache *c, ULong tag,
                                 cache_refresh refresh)
{
	if (c->big)
		return big_oldest(c, tag, refresh);
	const ULong first = first_of(c, tag);

	for (;;) {
		const ULong way = first + lowest(c->stamp + first, c->stride);
		const ULong before = c->stamp[way];

		if (!refresh || c->tag[way] == NO_TAG)
			return way;
		refresh(way);
		if (c->stamp[way] == before)
			return way;
	}
}

static inline void cache_replace(struct cache *c, ULong way, ULong tag)
{
	if (c->big)
		big_replace(c, way, tag);
	c->tag[way] = tag;
	c->brief[way] = (UInt)(tag >> c->brief_shift);
}

/* The way was accessed now; the translated code may have said so before. */
static inline void cache_touch(struct cache *c, ULong way, ULong stamp)
{
	c->stamp[way] = stamp;
	if (c->big)
		big_touch(c, way);
}

/* True when it was there; it is the most recent afterwards. */
static inline Bool cache_hit(struct cache *c, Addr addr)
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
static inline UInt next_levels(Addr addr)
{
	if (cache_hit(&sim.l2, addr))
		return 0;
	if (sim.l3.none || cache_hit(&sim.l3, addr))
		return MISS_L2;
	return MISS_L2 | MISS_L3;
}

#endif
