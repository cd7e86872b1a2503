/*
 * perfexpert-sim: each thread has the caches and TLBs of a core
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "cache.h"

/*
 * Threads run in turn here, 100,000 blocks at a time. Natively they run at the
 * same time, on cores with private data caches and data TLBs, and a private L2
 * where there is an L3. Those of the running thread are in sim.l1d and so on;
 * those of the others are kept here. All threads share the instruction caches,
 * as they mostly run the same code. Coherence misses are not modelled.
 */

enum { CORES = 256 }; /* more threads share them, in turn */

struct core {
	struct cache l1d, dtlb;
	ULong *l1d_stamp; /* the array itself has to stay where it is */
	UInt *l2, *dtlb2, *pte2;
};

static struct core *core[CORES];
static UInt running;

static SizeT ways(const struct cache *c)
{
	return c->sets * c->stride;
}

static Bool l2_is_shared(void)
{
	return sim.l3.none;
}

static UInt *another(const struct level *l, Bool shared)
{
	struct level copy = *l;

	if (l->none || shared || !l->sets)
		return l->set;
	level_room(&copy);
	return copy.set;
}

/* As after a start: all is empty. */
static struct core *core_new(void)
{
	struct core *c = VG_(calloc)("sim.core", 1, sizeof *c);

	cache_init(&c->l1d, &sim.g_l1d, False);
	c->l1d_stamp = c->l1d.stamp;
	cache_init(&c->dtlb, &sim.g_dtlb1, True);
	c->l2 = another(&sim.l2, l2_is_shared());
	c->dtlb2 = another(&sim.dtlb2, False);
	c->pte2 = another(&sim.pte2, l2_is_shared());
	return c;
}

static void leave(struct core *c)
{
	data_unlink();
	c->l1d = sim.l1d;
	c->dtlb = sim.dtlb;
	if (!c->l1d_stamp)
		c->l1d_stamp =
			VG_(malloc)("sim.core.stamp",
		                    ways(&sim.l1d) * sizeof *c->l1d_stamp);
	VG_(memcpy)
	(c->l1d_stamp, sim.l1d_stamp, ways(&sim.l1d) * sizeof *c->l1d_stamp);
	c->l2 = sim.l2.set;
	c->dtlb2 = sim.dtlb2.set;
	c->pte2 = sim.pte2.set;
}

static void enter(const struct core *c)
{
	sim.l1d = c->l1d;
	sim.l1d.stamp = sim.l1d_stamp;
	VG_(memcpy)
	(sim.l1d_stamp, c->l1d_stamp, ways(&sim.l1d) * sizeof *c->l1d_stamp);
	sim.dtlb = c->dtlb;
	sim.l2.set = c->l2;
	sim.dtlb2.set = c->dtlb2;
	sim.pte2.set = c->pte2;
}

void cores_run(ThreadId tid)
{
	const UInt next = (tid - 1) % CORES;

	if (next == running)
		return;
	if (!core[running])
		core[running] = VG_(calloc)("sim.core", 1, sizeof **core);
	leave(core[running]);
	if (!core[next])
		core[next] = core_new();
	enter(core[next]);
	running = next;
}
