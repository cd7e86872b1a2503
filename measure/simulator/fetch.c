/*
 * perfexpert-sim: instruction lines and pages that are not where they were
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "sim.h"

/*
 * A line's address is known when code is translated, so each line and page
 * has one record. The translated code looks at line->ok and only comes here
 * when it is 0; it stamps the line itself.
 */

void fetch_init(void)
{
	cache_init(&sim.l1i_geo, &sim.g_l1i, False);
	cache_init(&sim.itlb_geo, &sim.g_itlb1, True);
	sim.l1i = VG_(calloc)("sim.l1i", sim.l1i_geo.sets * sim.l1i_geo.ways,
	                      sizeof *sim.l1i);
	sim.itlb =
		VG_(calloc)("sim.itlb", sim.itlb_geo.sets * sim.itlb_geo.ways,
	                    sizeof *sim.itlb);
	cache_init(&sim.itlb2_own, &sim.g_itlb2, True);
	sim.itlb2 = sim.tlb2_unified ? &sim.dtlb2 : &sim.itlb2_own;
}

/* The lines carry the stamps; a page's own one only says "not before". */
static void refresh(struct page *page)
{
	for (const struct line *l = page->lines; l; l = l->next_of_page)
		if (l->stamp > page->stamp)
			page->stamp = l->stamp;
}

/* The page that was used longest ago, or an empty place. */
static struct page **oldest_page(struct page **way, ULong ways)
{
	for (;;) {
		struct page **victim = way;

		for (ULong i = 0; i < ways && *victim; i++)
			if (!way[i] || way[i]->stamp < (*victim)->stamp)
				victim = &way[i];
		if (!*victim)
			return victim;
		const ULong before = (*victim)->stamp;

		refresh(*victim);
		if ((*victim)->stamp == before)
			return victim;
	}
}

static void page_enters(struct page *page)
{
	const struct cache *g = &sim.itlb_geo;
	struct page **victim = oldest_page(
		sim.itlb + set_of(page->number, g->mask, g->sets) * g->ways,
		g->ways);

	if (*victim) {
		(*victim)->in = False;
		for (struct line *l = (*victim)->lines; l; l = l->next_of_page)
			l->ok = 0;
	}
	*victim = page;
	page->in = True;
}

static void line_enters(struct line *line)
{
	const struct cache *g = &sim.l1i_geo;
	struct line **way =
		sim.l1i + set_of(line->number, g->mask, g->sets) * g->ways;
	struct line **victim = way;

	for (ULong i = 0; i < g->ways && *victim; i++)
		if (!way[i] || way[i]->stamp < (*victim)->stamp)
			victim = &way[i];
	if (*victim) {
		(*victim)->in = False;
		(*victim)->ok = 0;
	}
	*victim = line;
	line->in = True;
}

static void count(struct insn *insn, UInt missed)
{
	if (!insn->fetch)
		insn->fetch = VG_(calloc)("sim.fetch", 1, sizeof *insn->fetch);
	struct fetch_stat *f = insn->fetch;

	f->l1 += !!(missed & MISS_L1);
	f->l2 += !!(missed & MISS_L2);
	f->l3 += !!(missed & MISS_L3);
	f->tlb1 += !!(missed & MISS_TLB1);
	f->tlb2 += !!(missed & MISS_TLB2);
}

/*
 * An instruction in two lines misses a level at most once: for the second
 * line only counts what the first one did not.
 */
VG_REGPARM(2) void fetch_slow(struct fetch *f, ULong stamp)
{
	struct line *line = f->line;
	const Addr addr = line->number << sim.l1i_geo.shift;
	UInt missed = 0;

	if (!line->page->in) {
		missed |= MISS_TLB1;
		if (!sim.itlb2->none && !cache_hit(sim.itlb2, addr))
			missed |= MISS_TLB2;
		page_enters(line->page);
	}
	if (!line->in) {
		missed |= MISS_L1 | next_levels(addr);
		line_enters(line);
	}
	line->ok = 1;
	line->stamp = line->page->stamp = stamp;
	const UInt before =
		f->second && sim.last_fetch == stamp - 2 ? sim.last_miss : 0;

	sim.last_fetch = stamp;
	sim.last_miss = missed;
	if (missed & ~before)
		count(f->insn, missed & ~before);
}
