/*
 * perfexpert-sim: data accesses that the inlined check did not settle
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "sim.h"

/*
 * The inlined check settles an access when a slot knows its line: the line is
 * then in L1D and its page in DTLB1, and only their stamps change. All else
 * comes here: the first access to a line after it was fetched, lines that
 * share a slot with another, accesses that straddle two lines, lines that are
 * tracked, and everything while strides are sampled.
 */

static void slot_clear(struct slot *s)
{
	s->base = NO_BASE;
	s->line = &sim.dummy;
	s->page = &sim.dummy;
}

static struct slot *slot_of(ULong line)
{
	return &sim.slot[line & (N_SLOTS - 1)];
}

void data_init(void)
{
	struct stamped *tlb = &sim.dtlb;

	stamped_init(&sim.l1d, &sim.g_l1d, False);
	stamped_init(tlb, &sim.g_dtlb1, True);
	ordered_init(&sim.dtlb2, &sim.g_dtlb2, True);
	sim.dtlb_slots = VG_(calloc)("sim.dtlb_slots", tlb->sets * tlb->ways,
	                             sizeof *sim.dtlb_slots);
	sim.hint = VG_(calloc)("sim.hint", N_HINTS, sizeof *sim.hint);
	sim.is_tracked =
		VG_(calloc)("sim.is_tracked", sim.l1d.sets * sim.l1d.ways, 1);
	sim.page_lines = sim.g_dtlb1.line / sim.g_l1d.line;
	while ((sim.page_lines >> sim.bit_shift) > 64)
		sim.bit_shift++;
	for (UInt i = 0; i < N_SLOTS; i++)
		slot_clear(&sim.slot[i]);
	sim.random = 12345;
	sim.track_in = 16;
	data_burst(True);
}

/* While on, no offset is inside a line: every access comes to data_slow(). */
void data_burst(Bool on)
{
	const ULong line = sim.g_l1d.line;

	if (on && !sim.sample_refs)
		on = False;
	sim.bursting = on;
	sim.burst += on;
	sim.burst_left = (UInt)sim.sample_refs;
	for (ULong size = 1; size <= line; size++)
		sim.limit[size] = on ? 0 : line + 1 - size;
}

/* The page leaves DTLB1: its lines must be noticed when they come again. */
static void forget_page(ULong entry)
{
	const ULong page = sim.dtlb.tag[entry];
	const UInt shift = sim.dtlb.shift - sim.l1d.shift;
	ULong groups = sim.dtlb_slots[entry];

	while (groups) {
		const UInt bit = (UInt)__builtin_ctzll(groups);
		const ULong from = (ULong)bit << sim.bit_shift;

		groups &= groups - 1;
		for (ULong i = 0; i < (1ULL << sim.bit_shift); i++) {
			struct slot *s = slot_of((page << shift) + from + i);

			if (s->base >> sim.dtlb.shift == page)
				slot_clear(s);
		}
	}
	sim.dtlb_slots[entry] = 0;
}

/* Index of the way that holds `tag` or the oldest one, which is not `tag`. */
static ULong find(const struct stamped *c, ULong tag)
{
	const ULong first = set_of(tag, c->mask, c->sets) * c->ways;
	const ULong *tags = c->tag + first;
	const ULong *stamps = c->stamp + first;
	ULong oldest = 0;

	for (ULong i = 0; i < c->ways; i++)
		if (tags[i] == tag)
			return first + i;
	for (ULong i = 1; i < c->ways; i++)
		if (stamps[i] < stamps[oldest])
			oldest = i;
	return first + oldest;
}

static ULong translate(Addr addr, UInt *missed)
{
	struct stamped *t = &sim.dtlb;
	const ULong page = addr >> t->shift;
	UInt *hint = &sim.hint[page & (N_HINTS - 1)];
	ULong e = *hint;

	if (t->tag[e] == page)
		return e;
	e = find(t, page);
	*hint = (UInt)e;
	if (t->tag[e] == page)
		return e;
	*missed |= MISS_TLB1;
	if (!sim.dtlb2.none && !ordered_hit(&sim.dtlb2, addr))
		*missed |= MISS_TLB2;
	if (t->tag[e] != NO_TAG)
		forget_page(e);
	t->tag[e] = page;
	return e;
}

static void evict(ULong way)
{
	const ULong line = sim.l1d.tag[way];
	struct slot *s = slot_of(line);

	if (s->base == line << sim.l1d.shift)
		slot_clear(s);
	if (sim.is_tracked[way])
		sample_evicted(sim.is_tracked[way] - 1u, way);
}

static ULong fetch_line(struct access *a, Addr addr, UInt *missed)
{
	struct stamped *c = &sim.l1d;
	const ULong line = addr >> c->shift;
	const ULong way = find(c, line);

	if (c->tag[way] == line)
		return way;
	*missed |= MISS_L1 | next_levels(addr);
	if (c->tag[way] != NO_TAG)
		evict(way);
	c->tag[way] = line;
	sample_distinct(a->mem, line);
	if (--sim.track_in == 0)
		sample_line(a->mem, way);
	return way;
}

/* One access within one line. */
static UInt touch(struct access *a, Addr addr, UInt size, ULong stamp)
{
	UInt missed = 0;
	const ULong entry = translate(addr, &missed);
	const ULong way = fetch_line(a, addr, &missed);
	const ULong line = addr >> sim.l1d.shift;
	struct slot *s = slot_of(line);

	sim.dtlb.stamp[entry] = stamp;
	sim.l1d.stamp[way] = stamp;
	if (sim.is_tracked[way]) {
		sample_bytes(sim.is_tracked[way] - 1u, way, addr, size);
		slot_clear(s);
		return missed;
	}
	s->base = line << sim.l1d.shift;
	s->line = &sim.l1d.stamp[way];
	s->page = &sim.dtlb.stamp[entry];
	sim.dtlb_slots[entry] |=
		1ULL << ((line & (sim.page_lines - 1)) >> sim.bit_shift);
	return missed;
}

static void count(struct access *a, UInt missed)
{
	struct mem_stat *m = a->mem;
	const UInt k = a->store;

	if (missed & MISS_L1)
		m->l1[k]++;
	if (missed & MISS_L2)
		m->l2[k]++;
	if (missed & MISS_L3)
		m->l3[k]++;
	if (missed & MISS_TLB1)
		m->tlb1++;
	if (missed & MISS_TLB2)
		m->tlb2++;
}

/*
 * The translated code writes the stamp again after this, through the slot of
 * the first line: what that slot holds then is the line, or points to dummy.
 */
VG_REGPARM(2) void data_slow(struct access *a, Addr addr)
{
	const ULong line = sim.g_l1d.line;
	const UInt room = (UInt)(line - (addr & (line - 1)));
	const ULong stamp = sim.now - a->back;
	UInt missed;

	if (a->size <= room) {
		missed = touch(a, addr, a->size, stamp);
	} else {
		missed = touch(a, addr, room, stamp);
		missed |= touch(a, addr + room, a->size - room, stamp + 1);
		/* the first page may have gone, and may not be stamped late */
		if (missed & MISS_TLB1)
			slot_clear(slot_of(addr >> sim.l1d.shift));
	}
	if (missed)
		count(a, missed);
	if (sim.bursting) {
		sample_stride(a->mem, a->store, addr);
		if (--sim.burst_left == 0)
			data_burst(False);
	}
}

/* An access that happens under a condition: counted here. */
VG_REGPARM(2) void data_guarded(struct access *a, Addr addr)
{
	a->mem->guarded[a->store]++;
	data_slow(a, addr);
}

void data_finish(void)
{
	for (ULong way = 0; way < sim.l1d.sets * sim.l1d.ways; way++)
		if (sim.is_tracked[way])
			sample_evicted(sim.is_tracked[way] - 1u, way);
}
