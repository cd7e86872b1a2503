/*
 * perfexpert-sim: an L3 cache that is shared with others, for the timing model
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "cache.h"
#include "model.h"

/*
 * Beside the L3 cache whose misses are counted, which the program has alone, is
 * one into which others bring lines as well, evenly over its sets, as time goes
 * by. Time is that of the model: the ticks for a stamp that its bursts took.
 * A set is brought up to date when it is looked at: for each line of others
 * that came since, one of its ways is theirs, any one. A line of the program
 * takes any one, too, which may be theirs: who brings more has more. Pages are
 * anywhere in memory, so of their lines some sets have more than others.
 */

enum {
	FRACTION = 8,      /* bits of a rate */
	USUAL = TICKS / 2, /* ticks for a stamp, until a burst tells */
	PAGE_BITS = 12,
};

/* The brief tag of a line of others; the program's have an address below. */
#define THEIRS (~0u)

void others_init(void)
{
	struct others *o = &sim.others;

	o->ticks = sim.model->n.l3_others;
	o->on = o->ticks && !sim.g_l3.none;
	if (!o->on)
		return;
	level_init(&o->level, &sim.g_l3, False);
	o->seen = VG_(calloc)("sim.others", o->level.sets, sizeof *o->seen);
	o->ticks *= o->level.sets;
	o->rate = USUAL << FRACTION;
}

static ULong lines_until(ULong stamp)
{
	struct others *o = &sim.others;

	/* of two threads, the other one's may be earlier */
	if (stamp > o->stamp) {
		o->time += (stamp - o->stamp) * o->rate >> FRACTION;
		o->stamp = stamp;
	}
	return o->time / o->ticks;
}

/* Where the system may have put a page; Knuth's multiplication. */
static Addr placed(Addr addr)
{
	const ULong page = (addr >> PAGE_BITS) * 0x9e3779b97f4a7c15ULL;

	return addr ^ (page >> 32 << PAGE_BITS);
}

static UInt next_random(void)
{
	struct others *o = &sim.others;

	o->random = o->random * 1664525u + 1013904223u;
	return o->random >> 8;
}

static void bring_up_to_date(Addr addr, ULong stamp)
{
	struct others *o = &sim.others;
	struct level *l = &o->level;
	UInt *set = level_set(l, addr >> l->shift);
	UInt *seen = &o->seen[(ULong)(set - l->set) / l->stride];
	const UInt now = (UInt)lines_until(stamp);
	const UInt came = now - *seen;

	*seen = now;
	/* few are left after eight times as many as there are ways */
	for (ULong i = 0; i < came && i < 8 * l->ways; i++)
		set[next_random() % l->ways] = THEIRS;
}

/* An empty one; if there is none, any one. */
static UInt *place_for(const struct level *l, UInt *set)
{
	for (ULong i = 0; i < l->ways; i++) {
		if (!set[i])
			return &set[i];
	}
	return &set[next_random() % l->ways];
}

/* A line that is not in L2 is asked for. */
Bool others_hit(Addr addr, ULong stamp)
{
	struct level *l = &sim.others.level;
	const ULong tag = placed(addr) >> l->shift;

	addr = placed(addr);
	bring_up_to_date(addr, stamp);
	if (level_has(l, addr))
		return True;
	*place_for(l, level_set(l, tag)) =
		brief_of(tag, l->sets, l->brief_shift);
	return False;
}

/* Is it there, to the last stamp that is known? */
Bool others_have(Addr addr)
{
	addr = placed(addr);
	bring_up_to_date(addr, sim.others.stamp);
	return level_has(&sim.others.level, addr);
}

/* What a burst took: the rate follows, by a quarter. */
void others_rate(ULong ticks, ULong stamps)
{
	struct others *o = &sim.others;

	if (!o->on || !stamps)
		return;
	o->rate = (3 * o->rate + (ticks << FRACTION) / stamps) / 4;
}
