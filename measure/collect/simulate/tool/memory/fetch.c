/*
 * perfexpert-sim: instruction lines and pages that are not where they were
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "cache.h"

static struct level own_itlb2; /* where code has one of its own */

/*
 * A line's address is known when code is translated, so each line and page
 * has one record. The translated code looks at line->at and only comes here
 * when it is 0; it stamps the line itself. The page's last stamp is that of
 * one of its lines.
 */

enum { COUNT_LIMIT = 1 << 30 };

void fetch_init(void)
{
	cache_init(&sim.fetches.l1i, &sim.g_l1i, False);
	cache_init(&sim.fetches.itlb, &sim.g_itlb1, True);
	level_init(&own_itlb2, &sim.g_itlb2, True);
	sim.fetches.l1i_line =
		VG_(calloc)("sim.fetches.l1i_line",
	                    sim.fetches.l1i.sets * sim.fetches.l1i.stride,
	                    sizeof *sim.fetches.l1i_line);
	sim.fetches.itlb_page =
		VG_(calloc)("sim.fetches.itlb_page",
	                    sim.fetches.itlb.sets * sim.fetches.itlb.stride,
	                    sizeof *sim.fetches.itlb_page);
	sim.itlb2 = sim.tlb2_unified ? &sim.dtlb2 : &own_itlb2;
}

/* Adds what was counted here to the instruction. */
void fetch_fold(struct fetch *f)
{
	if (!f->l1 && !f->tlb1)
		return;
	if (!f->insn->fetch)
		f->insn->fetch = forever(sizeof *f->insn->fetch);
	struct fetch_stat *to = f->insn->fetch;

	to->l1 += f->l1;
	to->l2 += f->l2;
	to->l3 += f->l3;
	to->tlb1 += f->tlb1;
	to->tlb2 += f->tlb2;
	to->first |= f->first;
	f->l1 = f->l2 = f->l3 = f->tlb1 = f->tlb2 = f->first = 0;
}

static void refresh_page(ULong way)
{
	ULong last = 0;

	for (const struct lines *l = sim.fetches.itlb_page[way]->lines; l;
	     l = l->next)
		for (UInt i = 0; i < l->n; i++)
			last = l->at[i].stamp > last ? l->at[i].stamp : last;
	sim.fetches.itlb.stamp[way] = last;
}

static void refresh_line(ULong way)
{
	sim.fetches.l1i.stamp[way] = sim.fetches.l1i_line[way]->at->stamp;
}

static void page_enters(struct page *page, ULong stamp)
{
	const struct place place = place_of(&sim.fetches.itlb, page->number);
	const ULong way = oldest_at(&sim.fetches.itlb, place, refresh_page);
	struct page *old = sim.fetches.itlb_page[way];

	if (old) {
		old->way = NO_WAY;
		for (struct lines *l = old->lines; l; l = l->next)
			for (UInt i = 0; i < l->n; i++)
				l->at[i].here = 0;
	}
	replace_at(&sim.fetches.itlb, way, page->number, place, stamp);
	sim.fetches.itlb_page[way] = page;
	page->way = way;
}

static void line_enters(struct line *line, ULong stamp)
{
	const struct place place = place_of(&sim.fetches.l1i, line->number);
	const ULong way = oldest_at(&sim.fetches.l1i, place, refresh_line);
	struct line *old = sim.fetches.l1i_line[way];

	if (old) {
		old->way = NO_WAY;
		old->at->here = 0;
	}
	replace_at(&sim.fetches.l1i, way, line->number, place, stamp);
	sim.fetches.l1i_line[way] = line;
	line->way = way;
	line->came = ++sim.fetches.code_came;
	line->came_decoded = ++sim.fetches.decoded_came[line->number % OP_SETS];
}

/* By how many lines came since: what is known of it beside the cache */
static UInt remembered(const struct line *line)
{
	const UInt in_set = sim.fetches.decoded_came[line->number % OP_SETS] -
	                    line->came_decoded;
	UInt flags = 0;

	if (!line->came ||
	    sim.fetches.code_came - line->came >= sim.fetches.code_known)
		flags |= MISS_BRANCHES;
	if (line->came && line->came <= sim.fetches.code_begun &&
	    in_set < sim.fetches.code_decoded)
		flags |= KEPT_DECODED;
	return flags;
}

static void count(struct fetch *f, UInt missed)
{
	ULong *all = sim.regions.happened;

	all[T_I1] += !!(missed & MISS_L1);
	all[T_I2] += !!(missed & MISS_L2);
	all[T_I3] += !!(missed & MISS_L3);
	all[T_IT1] += !!(missed & MISS_TLB1);
	all[T_IT2] += !!(missed & MISS_TLB2);
	sim.clock.stall += sim.clock.cost[missed & 7];
	f->l1 += !!(missed & MISS_L1);
	f->l2 += !!(missed & MISS_L2);
	f->l3 += !!(missed & MISS_L3);
	f->tlb1 += !!(missed & MISS_TLB1);
	f->tlb2 += !!(missed & MISS_TLB2);
	if (f->l1 > COUNT_LIMIT || f->tlb1 > COUNT_LIMIT)
		fetch_fold(f);
}

/*
 * An instruction in two lines misses a level at most once: for the second
 * line only counts what the first one did not.
 */
VG_REGPARM(2) void fetch_slow(struct fetch *f, ULong stamp)
{
	struct line *line = f->line;
	const Addr addr = line->number << sim.fetches.l1i.shift;
	UInt missed = 0, first = 0, more = 0;

	if (line->page->way == NO_WAY) {
		first |= line->page->entered ? 0 : MISS_TLB1 | MISS_TLB2;
		line->page->entered = True;
		missed |= MISS_TLB1;
		if (!sim.itlb2->none && !level_hit(sim.itlb2, addr))
			missed |= MISS_TLB2;
		page_enters(line->page, stamp);
	}
	if (line->way == NO_WAY) {
		first |= line->entered ? 0 : MISS_L1 | MISS_L2 | MISS_L3;
		line->entered = True;
		missed |= MISS_L1 | next_levels(addr, stamp);
		more = remembered(line);
		line_enters(line, stamp);
	}
	line->at->here = HERE;
	line->at->stamp = stamp;
	const UInt before = f->second && sim.fetches.last_fetch == stamp - 2
	                            ? sim.fetches.last_miss
	                            : 0;

	sim.fetches.last_fetch = stamp;
	sim.fetches.last_miss = missed;
	if (sim.tracing && missed)
		model_fetch(f->insn, missed | more);
	f->first |= missed & ~before & first;
	if (missed & ~before)
		count(f, missed & ~before);
}
