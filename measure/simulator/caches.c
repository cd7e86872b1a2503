/*
 * perfexpert-sim: set-up of caches and TLBs, and the levels after the first
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "sim.h"

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

/* TLBs give entries, caches bytes: `line` of a TLB is its page. */
void cache_init(struct cache *c, const struct geometry *g, Bool tlb)
{
	c->none = g->none;
	if (g->none)
		return;
	c->sets = sets(g, tlb);
	c->ways = g->ways;
	c->mask = power_mask(c->sets);
	c->shift = (UInt)VG_(log2_64)(g->line);
	c->tag = array("sim.tag", c->sets * c->ways, sizeof *c->tag);
	c->stamp = array("sim.stamp", c->sets * c->ways, sizeof *c->stamp);
	for (ULong i = 0; i < c->sets * c->ways; i++)
		c->tag[i] = NO_TAG;
}

/* True when it was there; it is the most recent afterwards. */
Bool cache_hit(struct cache *c, Addr addr)
{
	const ULong tag = addr >> c->shift;
	const ULong first = set_of(tag, c->mask, c->sets) * c->ways;
	ULong way = search(c->tag + first, c->ways, tag);
	const Bool hit = way < c->ways;

	if (!hit) {
		way = lowest(c->stamp + first, c->ways);
		c->tag[first + way] = tag;
	}
	c->stamp[first + way] = ++c->now;
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
