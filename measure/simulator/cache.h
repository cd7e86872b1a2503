/*
 * perfexpert-sim: look-up in caches and TLBs, for the helpers that do it most
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_CACHE_H
#define PERFEXPERT_SIM_CACHE_H

#include "sim.h"
#include "system.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { VECTOR = LIMIT_VECTOR, WAY_BITS = 16 };

typedef UInt vector __attribute__((vector_size(4 * VECTOR), aligned(4)));
typedef Int lanes_signed __attribute__((vector_size(4 * VECTOR)));

union lanes {
	vector v;
	ULong half[2];
};

/*
 * Sets are searched whole: where a tag is, or which stamp is the lowest, can't
 * be predicted, and a branch mispredicted costs more than looking at the rest.
 * Which lane matched is seen from the number (from 1) that it holds; 0: none.
 * The usual sizes of a set have code of their own, without loops.
 */
static ALWAYS_INLINE UInt search_n(const UInt *set, UInt brief, ULong n)
{
	const vector wanted = { brief, brief, brief, brief };
	const vector four = { 4, 4, 4, 4 };
	vector number = { 1, 2, 3, 4 };
	union lanes found = { .v = { 0 } };

#pragma GCC unroll 4
	for (ULong i = 0; i < n; i += VECTOR) {
		found.v |=
			(vector)(*(const vector *)(set + i) == wanted) & number;
		number += four;
	}
	const ULong way = found.half[0] | found.half[1];

	return (UInt)(way | way >> 32);
}

/* The same for up to 64 ways: a bit for each that matched. */
#if defined(__SSE2__)
static ALWAYS_INLINE UInt search_few(const UInt *set, UInt brief, ULong n)
{
	const __m128i wanted = _mm_set1_epi32((int)brief);
	ULong found = 0;

#pragma GCC unroll 4
	for (ULong i = 0; i < n; i += VECTOR) {
		const __m128i v = _mm_loadu_si128((const void *)(set + i));
		const __m128i same = _mm_cmpeq_epi32(v, wanted);

		found |= (ULong)_mm_movemask_ps(_mm_castsi128_ps(same)) << i;
	}
	return found ? 1 + (UInt)__builtin_ctzll(found) : 0;
}
#else
static ALWAYS_INLINE UInt search_few(const UInt *set, UInt brief, ULong n)
{
	return search_n(set, brief, n);
}
#endif

static inline UInt search(const UInt *set, UInt brief, ULong n)
{
	switch (n) {
	case 8:
		return search_few(set, brief, 8);
	case 12:
		return search_few(set, brief, 12);
	case 16:
		return search_few(set, brief, 16);
	default:
		return search_n(set, brief, n);
	}
}

static inline ULong smaller(ULong a, ULong b)
{
	return a < b ? a : b;
}

#if defined(__SSE2__)
/*
 * Two stamps as doubles: positive, and far below what is no number, so that
 * they compare as they do as integers. With a bit of the exponent none is
 * denormal, which some processors take very long for.
 */
static ALWAYS_INLINE __m128d two_stamps(const double *from)
{
	return _mm_or_pd(_mm_load_pd(from), _mm_set1_pd(2.0));
}

/* Which of four stamps are the one wanted: a bit for each */
static ALWAYS_INLINE UInt equal_four(const double *from, __m128d wanted)
{
	const __m128d a = _mm_cmpeq_pd(two_stamps(from), wanted);
	const __m128d b = _mm_cmpeq_pd(two_stamps(from + 2), wanted);

	return (UInt)_mm_movemask_ps(
		_mm_shuffle_ps(_mm_castpd_ps(a), _mm_castpd_ps(b), 0x88));
}

/* The first of up to 64 ways with the lowest stamp. */
static ALWAYS_INLINE ULong lowest_n(const ULong *stamp, ULong n)
{
	const double *from = (const double *)stamp;
	__m128d low0 = two_stamps(from), low1 = two_stamps(from + 2);
	ULong found = 0;

#pragma GCC unroll 4
	for (ULong i = VECTOR; i < n; i += VECTOR) {
		low0 = _mm_min_pd(low0, two_stamps(from + i));
		low1 = _mm_min_pd(low1, two_stamps(from + i + 2));
	}
	low0 = _mm_min_pd(low0, low1);
	low0 = _mm_min_pd(low0, _mm_shuffle_pd(low0, low0, 1));
#pragma GCC unroll 4
	for (ULong i = 0; i < n; i += VECTOR)
		found |= (ULong)equal_four(from + i, low0) << i;
	return (ULong)__builtin_ctzll(found);
}
#else
static inline ULong numbered(ULong stamp, ULong way)
{
	return stamp << WAY_BITS | way;
}

/*
 * The way with the lowest stamp. Its number goes with the stamp, so that the
 * lowest brings its own; four chains, which the processor follows side by side.
 */
static ALWAYS_INLINE ULong lowest_n(const ULong *stamp, ULong n)
{
	ULong low0 = ~0ULL, low1 = low0, low2 = low0, low3 = low0;

#pragma GCC unroll 4
	for (ULong i = 0; i < n; i += VECTOR) {
		low0 = smaller(low0, numbered(stamp[i], i));
		low1 = smaller(low1, numbered(stamp[i + 1], i + 1));
		low2 = smaller(low2, numbered(stamp[i + 2], i + 2));
		low3 = smaller(low3, numbered(stamp[i + 3], i + 3));
	}
	return smaller(smaller(low0, low1), smaller(low2, low3)) &
	       ((1 << WAY_BITS) - 1);
}
#endif

static ALWAYS_INLINE ULong lowest(const ULong *stamp, ULong n)
{
	if (n == 12)
		return lowest_n(stamp, 12);
	if (n == 8)
		return lowest_n(stamp, 8);
	return lowest_n(stamp, n);
}

static ALWAYS_INLINE struct place place_of(const struct cache *c, ULong tag)
{
	if (__builtin_expect(c->odd, 0))
		return (struct place){ tag % c->sets * c->stride,
			               1 + (UInt)(tag / c->sets) };
	return (struct place){ (tag & c->mask) * c->stride,
		               1 + (UInt)(tag >> c->brief_shift) };
}

static ALWAYS_INLINE ULong find_at(const struct cache *c, ULong tag,
                                   struct place p)
{
	if (c->big)
		return big_find(c, tag);
	const UInt way = search(c->brief + p.first, p.brief, c->stride);

	return way ? p.first + way - 1 : NO_WAY;
}

static inline ULong cache_find(const struct cache *c, ULong tag)
{
	return find_at(c, tag, place_of(c, tag));
}

/* Where the ring of a way's set begins and ends. */
static ALWAYS_INLINE UInt head_of(const struct cache *c, ULong way)
{
	const ULong n = c->sets * c->stride;

	return (UInt)(c->sets == 1 ? n : n + way / c->stride);
}

/* oldest_at() for a ring: its oldest way, unless it was accessed since. */
static inline ULong big_oldest(struct cache *c, ULong first,
                               cache_refresh refresh)
{
	const UInt head = head_of(c, first);

	for (;;) {
		const UInt way = c->big->newer[head];

		if (!refresh || c->tag[way] == NO_TAG)
			return way;
		refresh(way);
		if (c->stamp[way] == c->big->key[way])
			return way;
		big_sort_in(c, way, head);
	}
}

/*
 * The oldest way of a set. Stamps are never too high, so a way whose stamp is
 * the lowest, and stays so when it is brought up to date, is it.
 */
static ALWAYS_INLINE ULong oldest_at(struct cache *c, struct place p,
                                     cache_refresh refresh)
{
	if (c->big)
		return big_oldest(c, p.first, refresh);
	for (;;) {
		const ULong way =
			p.first + lowest(c->stamp + p.first, c->stride);
		const ULong before = c->stamp[way];

		if (!refresh || c->tag[way] == NO_TAG)
			return way;
		refresh(way);
		if (c->stamp[way] == before)
			return way;
	}
}

static ALWAYS_INLINE void replace_at(struct cache *c, ULong way, ULong tag,
                                     struct place p, ULong stamp)
{
	c->stamp[way] = stamp;
	if (c->big)
		big_replace(c, way, tag);
	c->tag[way] = tag;
	c->brief[way] = p.brief;
}

/* The way was accessed now. */
static ALWAYS_INLINE void cache_touch(struct cache *c, ULong way, ULong stamp)
{
	c->stamp[way] = stamp;
	if (c->big)
		big_touch(c, way);
}

/*
 * Ways lie in the order of their last accesses: those before the one at a place
 * move back by one, and the one that is wanted comes first. The loop has no
 * branch that depends on the place.
 */
static ALWAYS_INLINE void to_front(UInt *set, UInt brief, ULong n, Int at)
{
	const lanes_signed last = { at, at, at, at };
	const vector front = { brief, brief, brief, brief };
	lanes_signed lane = { 0, 1, 2, 3 };

	lane += (Int)(n - VECTOR);
#pragma GCC unroll 4
	for (ULong i = n - VECTOR; i; i -= VECTOR) {
		const vector old = *(const vector *)(set + i);
		const vector before = *(const vector *)(set + i - 1);
		const vector stays = (vector)(lane > last);

		*(vector *)(set + i) = (old & stays) | (before & ~stays);
		lane -= VECTOR;
	}
	const vector old = *(const vector *)set;
	const vector before =
		__builtin_shuffle(old, front, (vector){ 4, 0, 1, 2 });
	const vector stays = (vector)(lane > last);

	*(vector *)set = (old & stays) | (before & ~stays);
}

/* What is not there pushes out the last one. */
static ALWAYS_INLINE Bool set_hit(UInt *set, UInt brief, ULong n, ULong ways)
{
	const UInt found = search_n(set, brief, n);

	to_front(set, brief, n, found ? (Int)found - 1 : (Int)ways - 1);
	return found != 0;
}

/* The same for a set without padding, where then all move. */
static ALWAYS_INLINE Bool full_set_hit(UInt *set, UInt brief, ULong n)
{
	const UInt found = search_few(set, brief, n);

	if (found) {
		to_front(set, brief, n, (Int)found - 1);
		return True;
	}
#pragma GCC unroll 4
	for (ULong i = n - VECTOR; i; i -= VECTOR)
		*(vector *)(set + i) = *(const vector *)(set + i - 1);
	const vector front = { brief, brief, brief, brief };

	*(vector *)set = __builtin_shuffle(*(const vector *)set, front,
	                                   (vector){ 4, 0, 1, 2 });
	return False;
}

/* Three times as many bits from above: with those of the set's number, enough
 * for addresses 16 GB apart. */
static ALWAYS_INLINE ULong hashed(const struct level *l, ULong tag)
{
	const ULong once = tag >> l->hashed, twice = once >> l->hashed;

	return (once ^ twice ^ twice >> l->hashed) & l->hash_mask;
}

static ALWAYS_INLINE ULong level_number(const struct level *l, ULong tag)
{
	return __builtin_expect(l->odd, 0) ? tag % l->sets
	                                   : (tag ^ hashed(l, tag)) & l->mask;
}

static ALWAYS_INLINE UInt *level_set(const struct level *l, ULong tag)
{
	return l->set + level_number(l, tag) * l->stride;
}

static ALWAYS_INLINE UInt level_brief(const struct level *l, ULong tag)
{
	return 1 + (UInt)(__builtin_expect(l->odd, 0) ? tag / l->sets
	                                              : tag >> l->brief_shift);
}

/* True when it was there; it is the most recent afterwards. */
static ALWAYS_INLINE Bool level_hit(const struct level *l, Addr addr)
{
	const ULong tag = addr >> l->shift;
	const UInt brief = level_brief(l, tag);
	UInt *set = level_set(l, tag);

	if (l->ways == 16)
		return full_set_hit(set, brief, 16);
	return set_hit(set, brief, l->stride, l->ways);
}

/* Is it there? Nothing changes. */
static inline Bool level_has(const struct level *l, Addr addr)
{
	const ULong tag = addr >> l->shift;

	return search(level_set(l, tag), level_brief(l, tag), l->stride) != 0;
}

/* The set is needed soon: most of them are in no cache of this machine. */
static ALWAYS_INLINE void level_prefetch(const struct level *l, Addr addr)
{
	__builtin_prefetch(level_set(l, addr >> l->shift), 1);
}

/* What is not there counts as missed by the last level that there is. */
static inline UInt next_levels(Addr addr, ULong stamp)
{
	UInt missed = MISS_L2;

	if (level_hit(&sim.l2, addr)) {
		sim.wants_l3 = False;
		return 0;
	}
	sim.wants_l3 = !sim.l3.none;
	if (sim.others.on && !others_hit(addr, stamp))
		missed |= MISS_OTHERS;
	if (!sim.l3.none && !level_hit(&sim.l3, addr))
		missed |= MISS_L3;
	return sim.system.on && !system_knows(addr)
	               ? system_clears(addr, missed)
	               : missed;
}

#endif
