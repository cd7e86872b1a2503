/*
 * perfexpert-sim: look-up in caches and TLBs, for the helpers that do it most
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_CACHE_H
#define PERFEXPERT_SIM_CACHE_H

#include "measure/collect/simulate/tool/core/sim.h"
#include "system.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { VECTOR = LIMIT_VECTOR, WAY_BITS = 16, NUMBER_BITS = 4 };

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

/*
 * The same for 8, 12 or 16 ways: a bit for each that matched. Of fewer than 16
 * some are there twice, the first of them where it belongs.
 */
#if defined(__SSE2__)
static ALWAYS_INLINE __m128i same_four(const UInt *set, __m128i wanted)
{
	return _mm_cmpeq_epi32(_mm_loadu_si128((const void *)set), wanted);
}

static ALWAYS_INLINE UInt search_few(const UInt *set, UInt brief, ULong n)
{
	const __m128i wanted = _mm_set1_epi32((int)brief);
	const __m128i low = _mm_packs_epi32(same_four(set, wanted),
	                                    same_four(set + 4, wanted));
	__m128i high = low;

	if (n == 12) {
		const __m128i last = same_four(set + 8, wanted);

		high = _mm_packs_epi32(last, last);
	} else if (n == 16) {
		high = _mm_packs_epi32(same_four(set + 8, wanted),
		                       same_four(set + 12, wanted));
	}
	const UInt found = (UInt)_mm_movemask_epi8(_mm_packs_epi16(low, high));

	return found ? 1 + (UInt)__builtin_ctz(found) : 0;
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
 * Two stamps, each with its way's number in the bits below, as doubles:
 * positive, and far below what is no number, so that they compare as they do as
 * integers. With a bit of the exponent none is denormal, which some processors
 * take very long for.
 */
static ALWAYS_INLINE __m128d two_numbered(const ULong *stamp, ULong way)
{
	const ULong exponent = 1ULL << 62;
	const __m128i number = _mm_set_epi64x((long long)(exponent | (way + 1)),
	                                      (long long)(exponent | way));
	const __m128i two = _mm_load_si128((const void *)(stamp + way));

	return _mm_castsi128_pd(
		_mm_or_si128(_mm_slli_epi64(two, NUMBER_BITS), number));
}

/* The first of up to 16 ways with the lowest stamp, which has brought its
 * number. */
static ALWAYS_INLINE ULong lowest_n(const ULong *stamp, ULong n)
{
	__m128d low0 = two_numbered(stamp, 0), low1 = two_numbered(stamp, 2);

#pragma GCC unroll 4
	for (ULong i = VECTOR; i < n; i += VECTOR) {
		low0 = _mm_min_pd(low0, two_numbered(stamp, i));
		low1 = _mm_min_pd(low1, two_numbered(stamp, i + 2));
	}
	low0 = _mm_min_pd(low0, low1);
	low0 = _mm_min_pd(low0, _mm_shuffle_pd(low0, low0, 1));
	return (ULong)_mm_cvtsi128_si64(_mm_castpd_si128(low0)) &
	       ((1 << NUMBER_BITS) - 1);
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

/* The first three of four, moved up by one: room for another */
static ALWAYS_INLINE vector after(UInt first, vector four)
{
#if defined(__SSE2__)
	return (vector)_mm_or_si128(_mm_slli_si128((__m128i)four, 4),
	                            _mm_cvtsi32_si128((int)first));
#else
	const vector front = { first, first, first, first };

	return __builtin_shuffle(four, front, (vector){ 4, 0, 1, 2 });
#endif
}

/*
 * Ways lie in the order of their last accesses: those before the one at a place
 * move back by one, and the one that is wanted comes first. The loop has no
 * branch that depends on the place.
 */
static ALWAYS_INLINE void to_front(UInt *set, UInt brief, ULong n, Int at)
{
	const lanes_signed last = { at, at, at, at };
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
	const vector before = after(brief, old);
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
	*(vector *)set = after(brief, *(const vector *)set);
	return False;
}

/* Three times as many bits from above: with those of the set's number, enough
 * for addresses 16 GB apart. */
static ALWAYS_INLINE ULong hashed(const struct level *l, ULong tag)
{
	const ULong once = tag >> l->hashed, twice = once >> l->hashed;

	return tag ^ ((once ^ twice ^ twice >> l->hashed) & l->hash_mask);
}

/* As if the frame had been drawn: Knuth's multiplication */
static ALWAYS_INLINE ULong drawn(const struct level *l, ULong tag)
{
	const ULong piece = tag >> l->brief_shift;

	return piece * 0x9e3779b97f4a7c15ULL >> 32 & l->frame_mask;
}

static ALWAYS_INLINE ULong level_number(const struct level *l, ULong tag)
{
	if (__builtin_expect(l->odd, 0))
		return tag % l->sets;
	if (l->frame_mask)
		return (tag ^ drawn(l, tag)) & l->mask;
	return (l->hashed ? hashed(l, tag) : tag) & l->mask;
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

/* Where a line is looked for: its set, and its brief tag there */
struct spot {
	UInt *set, brief;
};

static ALWAYS_INLINE struct spot spot_of(const struct level *l, Addr addr)
{
	const ULong tag = addr >> l->shift;

	return (struct spot){ level_set(l, tag), level_brief(l, tag) };
}

/* True when it was there; it is the most recent afterwards. */
static ALWAYS_INLINE Bool spot_hit(const struct level *l, struct spot s)
{
	if (l->ways == 16)
		return full_set_hit(s.set, s.brief, 16);
	return set_hit(s.set, s.brief, l->stride, l->ways);
}

static ALWAYS_INLINE Bool level_hit(const struct level *l, Addr addr)
{
	return spot_hit(l, spot_of(l, addr));
}

/* Is it there? Nothing changes. */
static inline Bool level_has(const struct level *l, Addr addr)
{
	const struct spot s = spot_of(l, addr);

	return search(s.set, s.brief, l->stride) != 0;
}

/*
 * What is not in L2, where its spot is, nor in L3. What is not there counts
 * as missed by the last level that there is.
 */
static ALWAYS_INLINE UInt levels_from(Addr addr, struct spot l2, ULong stamp)
{
	UInt missed = MISS_L2;

	if (spot_hit(&sim.l2, l2)) {
		sim.wants_l3 = False;
		return 0;
	}
	sim.wants_l3 = !sim.l3.none;
	if (sim.others.on && !others_hit(addr, stamp))
		missed |= MISS_OTHERS;
	if (!sim.l3.none && !level_hit(&sim.l3, addr))
		missed |= MISS_L3;
	return system_pages.on && !system_knows(addr)
	               ? system_clears(addr, missed)
	               : missed;
}

static inline UInt next_levels(Addr addr, ULong stamp)
{
	return levels_from(addr, spot_of(&sim.l2, addr), stamp);
}

#endif
