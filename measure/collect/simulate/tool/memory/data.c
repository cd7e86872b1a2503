/*
 * perfexpert-sim: data accesses that the inlined check did not settle
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "cache.h"

enum {
	N_HINTS = 256, /* pages whose TLB entry need not be searched */
	N_GONE = 2048, /* lines that are remembered when they go */
	FLOW = 32,     /* times as many accesses as strides are sampled of */
	N_FILLS = 8,   /* parts of L1D, for how many lines came since when */
};

static struct {
	/* by way: entry of dtlb, where a slot knows the line */
	UInt way_entry[NO_LINE + 1];
	UInt no_entry; /* one past those of dtlb */
	ULong keep_bits;
	ULong *dtlb_slots; /* by entry: groups of slots that point to it */
	UInt *hint;        /* page -> entry of dtlb */
	UInt bit_shift;    /* line number within a page -> bit */
	ULong page_mask;   /* lines of a page, less 1 */
	Bool bursting;
	UInt burst_left; /* accesses of which the strides are sampled */
	UInt flow_left;  /* accesses of which it is sampled who wrote that */
	UInt flow_at;    /* the burst with which that begins again */
	struct gone {
		ULong line, stamp; /* of its last access */
	} gone[N_GONE];
	ULong filled[N_FILLS]; /* stamps: so much of L1D came since each */
	UInt fills, part;      /* lines that came; lines of a part */
} own;

/*
 * The inlined check settles an access when a slot knows its line: the line is
 * then in L1D and its page in DTLB1, and only their stamps change. All else
 * comes here: the first access to a line after it was fetched, lines that
 * share a slot with another, accesses that straddle two lines, lines that are
 * tracked, and everything while strides are sampled.
 *
 * The stamp goes to the slot of the access's first line, whatever became of it
 * here: where that slot does not hold the line, it is empty. A check that VEX
 * makes writes it anew.
 */

/*
 * Lines in a row have slots in a row. Arrays whose distance is a power of two,
 * give or take a page, as malloc() puts large ones, and columns of matrices
 * must not share slots: the factor is a little more than 1, and not a round
 * number, in units of 2^-SLOT_FRACTION.
 */
static struct slot *slot_of(ULong line)
{
	return &sim.slot[((line * SLOT_FACTOR) >> SLOT_FRACTION) &
	                 (N_SLOTS - 1)];
}

/* The bit of an entry's slots for a line of its page. */
static ALWAYS_INLINE ULong slot_bit(ULong line)
{
	return 1ULL << ((line & own.page_mask) >> own.bit_shift);
}

static ALWAYS_INLINE void slot_empty(struct slot *s)
{
	s->base = NO_BASE;
	s->stamp = &sim.l1d_stamp[NO_LINE];
}

/* A slot that is given up hands its stamp on to the page. */
static ALWAYS_INLINE void slot_leave(struct slot *s, ULong way)
{
	const ULong entry = own.way_entry[way];
	ULong *page = &sim.dtlb.stamp[entry];
	const ULong line = sim.l1d_stamp[way];

	*page = *page > line ? *page : line;
	own.dtlb_slots[entry] &=
		~slot_bit(s->base >> sim.l1d.shift) | own.keep_bits;
	slot_empty(s);
}

static ALWAYS_INLINE void slot_clear(struct slot *s)
{
	if (s->base != NO_BASE)
		slot_leave(s, (ULong)(s->stamp - sim.l1d_stamp));
}

void data_init(void)
{
	struct cache *tlb = &sim.dtlb;

	cache_init(&sim.l1d, &sim.g_l1d, False);
	tl_assert(sim.l1d.sets * sim.l1d.stride <= LIMIT_L1_LINES);
	VG_(memcpy)
	(sim.l1d_stamp, sim.l1d.stamp,
	 sim.l1d.sets * sim.l1d.stride * sizeof *sim.l1d_stamp);
	VG_(free)(sim.l1d.stamp);
	sim.l1d.stamp = sim.l1d_stamp;
	cache_init(tlb, &sim.g_dtlb1, True);
	level_init(&sim.dtlb2, &sim.g_dtlb2, True);
	own.part =
		(UInt)((sim.l1d.sets * sim.l1d.ways + N_FILLS - 1) / N_FILLS);
	own.no_entry = (UInt)(tlb->sets * tlb->stride);
	own.dtlb_slots = VG_(calloc)("sim.dtlb_slots", own.no_entry + 1,
	                             sizeof *own.dtlb_slots);
	own.hint = VG_(calloc)("sim.hint", N_HINTS, sizeof *own.hint);
	sim.is_tracked =
		VG_(calloc)("sim.is_tracked", sim.l1d.sets * sim.l1d.stride, 1);
	own.page_mask = sim.g_dtlb1.line / sim.g_l1d.line - 1;
	while ((own.page_mask >> own.bit_shift) > 63)
		own.bit_shift++;
	/* where a bit is for several lines, one of them may stay */
	own.keep_bits = own.bit_shift ? ~0ULL : 0;
	for (UInt i = 0; i < N_SLOTS; i++) {
		sim.slot[i].base = NO_BASE;
		sim.slot[i].stamp = &sim.l1d_stamp[NO_LINE];
	}
	own.way_entry[NO_LINE] = own.no_entry;
	sim.random = 12345;
	sim.track_in = 16;
	data_burst(True);
}

void data_empty_slots(void)
{
	for (UInt i = 0; i < N_SLOTS; i++)
		slot_clear(&sim.slot[i]);
}

/* While on, slots stay empty, so that every access comes to data_slow(). */
void data_burst(Bool on)
{
	if (on && !sim.sample_refs)
		on = False;
	own.bursting = on;
	sim.burst += on;
	own.burst_left = (UInt)sim.sample_refs;
	if (!on) {
		own.flow_left = 0;
		return;
	}
	data_empty_slots();
	if (own.flow_left == 0 && sim.burst >= own.flow_at) {
		own.flow_left = FLOW * own.burst_left;
		own.flow_at = sim.burst + sim.burst / 3 + 1;
		sample_flow_begin();
	}
}

/*
 * Visits the slots that hold lines of an entry's page: returns the latest of
 * their stamps and that of the entry or, when the page goes, empties them.
 */
static ALWAYS_INLINE ULong visit_slots(ULong entry, Bool clear)
{
	const ULong page = sim.dtlb.tag[entry];
	const ULong first = page << (sim.dtlb.shift - sim.l1d.shift);
	ULong latest = sim.dtlb.stamp[entry];

	for (ULong bits = own.dtlb_slots[entry]; bits; bits &= bits - 1) {
		struct slot *s = slot_of(first + (ULong)__builtin_ctzll(bits));

		if (clear)
			slot_empty(s);
		else
			latest = *s->stamp > latest ? *s->stamp : latest;
	}
	return latest;
}

/* The same where a bit is for several lines, some of which may be there. */
static __attribute__((noinline)) ULong visit_groups(ULong entry, Bool clear)
{
	const ULong page = sim.dtlb.tag[entry];
	const ULong first = page << (sim.dtlb.shift - sim.l1d.shift);
	ULong latest = sim.dtlb.stamp[entry];

	for (ULong line = 0; line <= own.page_mask; line++) {
		struct slot *s = slot_of(first + line);

		if (!(own.dtlb_slots[entry] & slot_bit(line)) ||
		    s->base >> sim.dtlb.shift != page)
			continue;
		latest = *s->stamp > latest ? *s->stamp : latest;
		if (clear)
			slot_empty(s);
	}
	return latest;
}

static void refresh_entry(ULong entry)
{
	sim.dtlb.stamp[entry] = own.bit_shift ? visit_groups(entry, False)
	                                      : visit_slots(entry, False);
}

static inline void leave_page(ULong entry)
{
	if (__builtin_expect(own.bit_shift != 0, 0))
		visit_groups(entry, True);
	else
		visit_slots(entry, True);
	own.dtlb_slots[entry] = 0;
}

/*
 * Where the page's entry of the page table is, eight bytes for each page: a
 * share of L2 and L3 models the space that entries take there from data.
 */
static UInt walk(ULong page, ULong stamp)
{
	if (!sim.pte2.sets || level_hit(&sim.pte2, page << 3))
		return 0;
	if (sim.others.on)
		return others_hit(TABLES + (page << 3), stamp)
		               ? MISS_PTE2
		               : MISS_PTE2 | MISS_PTE3;
	if (sim.pte3.none || level_hit(&sim.pte3, page << 3))
		return MISS_PTE2;
	return MISS_PTE2 | MISS_PTE3;
}

static inline ULong translate(Addr addr, ULong stamp, UInt *missed)
{
	struct cache *t = &sim.dtlb;
	const ULong page = addr >> t->shift;
	struct place place;
	UInt *hint = &own.hint[page & (N_HINTS - 1)];
	ULong e = *hint;

	if (t->tag[e] == page) {
		cache_touch(t, e, stamp);
		return e;
	}
	place = place_of(t, page);
	e = find_at(t, page, place);
	if (e != NO_WAY) {
		cache_touch(t, e, stamp);
	} else {
		*missed |= MISS_TLB1;
		if (!sim.dtlb2.none && !level_hit(&sim.dtlb2, addr))
			*missed |= MISS_TLB2 | walk(page, stamp);
		e = oldest_at(t, place, refresh_entry);
		if (t->tag[e] != NO_TAG)
			leave_page(e);
		replace_at(t, e, page, place, stamp);
	}
	*hint = (UInt)e;
	return e;
}

static inline struct gone *gone_of(ULong line)
{
	return &own.gone[(line * 0x9e3779b97f4a7c15ULL) >> 32 & (N_GONE - 1)];
}

/*
 * Would the line that comes still be there in a cache of this size without
 * sets, that is, came fewer lines since its last access than that holds? Then
 * its miss is one of conflict (M. D. Hill and A. J. Smith, Evaluating
 * Associativity in CPU Caches, IEEE Trans. Computers 38(12), 1989, doi
 * 10.1109/12.40842).
 */
static inline Bool conflict(ULong line, ULong stamp)
{
	const struct gone *g = gone_of(line);

	if (++own.fills % own.part == 0)
		own.filled[own.fills / own.part % N_FILLS] = stamp;
	return g->line == line &&
	       g->stamp > own.filled[(own.fills / own.part + 1) % N_FILLS];
}

static inline void evict(ULong way)
{
	const ULong line = sim.l1d.tag[way];
	struct slot *s = slot_of(line);

	if (s->base == line << sim.l1d.shift)
		slot_leave(s, way);
	if (sim.is_tracked[way])
		sample_evicted(sim.is_tracked[way] - 1u, way);
	*gone_of(line) = (struct gone){ line, sim.l1d.stamp[way] };
}

/* Nothing lags but the key of a ring. */
static void refresh_line(ULong way)
{
	(void)way;
}

/* A line comes into the way. */
static inline void fetch_line(struct access *a, Addr addr, struct spot l2,
                              ULong stamp, ULong way, struct place place,
                              UInt *missed)
{
	struct cache *c = &sim.l1d;
	const ULong line = addr >> c->shift;

	*missed |= MISS_L1 | levels_from(addr, l2, stamp);
	a->mem->fetched++;
	a->mem->conflicts += conflict(line, stamp);
	if (c->tag[way] != NO_TAG)
		evict(way);
	replace_at(c, way, line, place, stamp);
	const ULong hash = line * 0x9e3779b97f4a7c15ULL;

	/* one line in eight */
	if (!(hash >> 61))
		sample_distinct(a->mem, hash,
		                (UInt)(addr & ((1UL << c->shift) - 1)));
	if (--sim.track_in == 0)
		sample_line(a->mem, way);
}

/* One access within one line; alone, as more in one function need more
 * registers than there are. */
static __attribute__((noinline)) UInt touch(struct access *a, Addr addr,
                                            UInt size, ULong stamp)
{
	UInt missed = 0;

	/* all that this waits for, and the program itself afterwards, at once:
	 * most of these are in no cache of this machine */
	__builtin_prefetch((const void *)addr);
	const struct spot l2 = spot_of(&sim.l2, addr);

	__builtin_prefetch(l2.set, 1);
	if (sim.wants_l3)
		__builtin_prefetch(spot_of(&sim.l3, addr).set, 1);
	struct cache *c = &sim.l1d;
	const ULong line = addr >> c->shift;
	const struct place place = place_of(c, line);
	ULong way = find_at(c, line, place);
	const Bool here = way != NO_WAY;

	if (here) {
		cache_touch(c, way, stamp);
	} else {
		/* the translated code writes the very stamps of this level;
		 * known early, as the slot of who goes is often not at hand */
		way = oldest_at(c, place, c->big ? refresh_line : NULL);
		__builtin_prefetch(slot_of(c->tag[way]));
	}
	const ULong entry = translate(addr, stamp, &missed);

	if (!here)
		fetch_line(a, addr, l2, stamp, way, place, &missed);
	struct slot *s = slot_of(line);

	slot_clear(s);
	if (sim.is_tracked[way]) {
		sample_bytes(sim.is_tracked[way] - 1u, way, addr, size);
		return missed;
	}
	if (own.bursting | sim.tracing)
		return missed;
	s->base = line << sim.l1d.shift;
	s->stamp = &sim.l1d.stamp[way];
	own.way_entry[way] = (UInt)entry;
	own.dtlb_slots[entry] |= slot_bit(line);
	return missed;
}

/* Without branches: what is missed when is as the program's data are. */
static inline void count(struct access *a, UInt missed)
{
	struct mem_stat *m = a->mem;
	const UInt k = a->store;
	ULong *all = sim.regions.happened, *level = all + (k ? T_W1 : T_R1);
	const UInt l1 = !!(missed & MISS_L1), l2 = !!(missed & MISS_L2),
		   l3 = !!(missed & MISS_L3), tlb1 = !!(missed & MISS_TLB1),
		   tlb2 = !!(missed & MISS_TLB2);

	sim.clock.stall += sim.clock.cost[missed & 7];
	level[0] += l1;
	level[1] += l2;
	level[2] += l3;
	all[T_DT1] += tlb1;
	all[T_DT2] += tlb2;
	m->l1[k] += l1;
	m->l2[k] += l2;
	m->l3[k] += l3;
	m->tlb1 += tlb1;
	m->tlb2 += tlb2;
}

static __attribute__((noinline)) void sample(struct access *a, Addr addr)
{
	const Bool early = own.flow_left > FLOW / 2 * (UInt)sim.sample_refs;

	for (const struct access *b = a; b; b = b->inside) {
		const Addr at = addr + (b == a ? 0 : (Addr)(Long)b->offset);

		if (own.burst_left)
			sample_stride(b->mem, b->store, at);
		if (own.burst_left && !b->store)
			sample_values(b->mem, at, b->size);
		if (own.flow_left)
			sample_flow(b->mem, b->store, at, b->size, early);
	}
	own.burst_left -= own.burst_left > 0;
	own.flow_left -= own.flow_left > 0;
	if (own.burst_left + own.flow_left == 0)
		data_burst(False);
}

/* An access that lies in two lines; what it missed counts once. */
static __attribute__((noinline)) UInt
touch_two(struct access *a, Addr addr, UInt size, UInt room, ULong stamp)
{
	const UInt missed = touch(a, addr, room, stamp);

	return missed | touch(a, addr + room, size - room, stamp + 1);
}

static void touch_all(struct access *a, Addr addr, UInt size, ULong stamp)
{
	const ULong line = sim.g_l1d.line;
	const UInt room = (UInt)(line - (addr & (line - 1)));
	const UInt missed = size <= room
	                            ? touch(a, addr, size, stamp)
	                            : touch_two(a, addr, size, room, stamp);

	if (missed)
		count(a, missed);
	if (sim.tracing)
		model_access(a, addr, missed, stamp);
}

void data_sized(struct access *a, Addr addr, UInt size, ULong stamp)
{
	touch_all(a, addr, size, stamp);
	if (own.bursting)
		sample(a, addr);
}

/* Part of what a string instruction accesses; its strides say nothing. */
void data_string(struct access *a, Addr addr, UInt size, ULong stamp)
{
	struct slot *s = slot_of(addr >> sim.l1d.shift);

	if (addr - s->base > sim.g_l1d.line - size)
		touch_all(a, addr, size, stamp);
	*s->stamp = stamp;
}

VG_REGPARM(3) void data_slow(struct access *a, Addr addr, ULong stamp)
{
	data_sized(a, addr, a->size, stamp);
	*slot_of(addr >> sim.l1d.shift)->stamp = stamp;
}

/* One access as translated code does it. */
static inline void check(struct access *a, Addr addr, ULong stamp)
{
	struct slot *s = slot_of(addr >> sim.l1d.shift);

	if (addr - s->base > sim.g_l1d.line - a->size)
		data_sized(a, addr, a->size, stamp);
	*s->stamp = stamp;
}

/* Does it matter which of two lines side by side is the older one? Only lines
 * of one set push out each other, and pages. */
static Bool order_matters(ULong line, ULong other)
{
	const UInt lines = sim.dtlb.shift - sim.l1d.shift;

	return sim.l1d.sets == 1 || line >> lines != other >> lines;
}

/*
 * Accesses that come one after the other and were not all in the line of the
 * first one, as far as is known; they may be in one more. The translated code
 * then gives the first one's line the first one's stamp, which must not undo
 * the order of the two where it was the last one.
 */
VG_REGPARM(3) void data_group(struct access *first, Addr addr, ULong stamp)
{
	const UInt shift = sim.l1d.shift;
	const ULong line = addr >> shift;
	const ULong first_stamp = stamp;
	ULong other = line, last = line;

	for (struct access *a = first; a; a = a->along, stamp += STAMPS) {
		const Addr at = addr + (Addr)(Long)a->from_first;
		const ULong begin = at >> shift;

		check(a, at, stamp);
		last = (at + a->size - 1) >> shift;
		other = begin != line ? begin : last != line ? last : other;
	}
	if (last == line && other != line && order_matters(line, other))
		slot_clear(slot_of(line));
	*slot_of(line)->stamp = first_stamp;
}

/* Accesses that happen under a condition: counted here. */
void data_some(struct access *a, Addr addr, UInt size, ULong stamp)
{
	a->mem->guarded[a->store]++;
	sim.regions.happened[a->store ? T_ST : T_LD]++;
	if (sim.slices.mode != LIGHT)
		data_sized(a, addr, size, stamp);
}

VG_REGPARM(3) void data_guarded(struct access *a, Addr addr, ULong stamp)
{
	data_some(a, addr, a->size, stamp);
}

/* The lines that are watched have been watched long enough. */
void data_finish(void)
{
	for (ULong way = 0; way < sim.l1d.sets * sim.l1d.stride; way++) {
		if (sim.is_tracked[way])
			sample_evicted(sim.is_tracked[way] - 1u, way);
	}
}

void data_unlink(void)
{
	data_finish();
	data_empty_slots();
	VG_(memset)
	(own.dtlb_slots, 0, (own.no_entry + 1) * sizeof *own.dtlb_slots);
}
