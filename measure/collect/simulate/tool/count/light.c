/*
 * perfexpert-sim: passing over what need not be watched
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/memory/cache.h"

/*
 * In LIGHT mode (fast-forward), translations count their executions only:
 * instructions, loads, stores, FP and branches stay exact. Caches, TLBs and the
 * predictor are frozen, and their events are not counted; they are extrapolated
 * from the share of an instruction's executions that was watched. Watching
 * begins with a warm-up of one slice, whose events are dropped. Code executed
 * meanwhile is put into the last cache and the TLB: else a first miss of rarely
 * executed code would be extrapolated to all that was passed over.
 *
 * A translation is of one kind or of the other. When that changes, all of them
 * are thrown away; what is executed then is translated anew. That must not be
 * done to the one that a thread is about to enter, so it is done when a thread
 * was stopped. Valgrind declares its function to tools only with an assertion
 * that it is called in a client request.
 */
static void add(struct happened *to, const struct insn *i)
{
	to->seen += i->seen;
	for (UInt k = 0; i->mem && k < 2; k++) {
		to->l1[k] += i->mem->l1[k];
		to->l2[k] += i->mem->l2[k];
		to->l3[k] += i->mem->l3[k];
	}
	if (i->mem) {
		to->tlb1 += i->mem->tlb1;
		to->tlb2 += i->mem->tlb2;
	}
	if (i->fetch) {
		to->fetch.l1 += i->fetch->l1;
		to->fetch.l2 += i->fetch->l2;
		to->fetch.l3 += i->fetch->l3;
		to->fetch.tlb1 += i->fetch->tlb1;
		to->fetch.tlb2 += i->fetch->tlb2;
		to->fetch.first |= i->fetch->first;
	}
	if (i->branch) {
		to->cond_msp += i->branch->cond_msp;
		to->ind_msp += i->branch->ind_msp;
		to->ret_msp += i->branch->ret_msp;
	}
}

static void forget(struct insn *i)
{
	i->seen = 0;
	if (i->mem) {
		struct mem_stat *m = i->mem;

		m->l1[0] = m->l1[1] = m->l2[0] = m->l2[1] = 0;
		m->l3[0] = m->l3[1] = m->tlb1 = m->tlb2 = 0;
	}
	if (i->fetch)
		VG_(memset)(i->fetch, 0, sizeof *i->fetch);
	if (i->branch)
		i->branch->cond_msp = i->branch->ind_msp = i->branch->ret_msp =
			0;
}

void light_happened(const struct insn *i, struct happened *all)
{
	if (i->kept)
		*all = *i->kept;
	else
		VG_(memset)(all, 0, sizeof *all);
	add(all, i);
}

static void keep(struct insn *i)
{
	weigh_window(i);
	if (!i->seen && !i->fetch)
		return;
	if (!i->kept)
		i->kept = VG_(calloc)("sim.kept", 1, sizeof *i->kept);
	add(i->kept, i);
	forget(i);
}

static void for_all(void (*what)(struct insn *i))
{
	code_fold();
	for (struct insn *i = sim.code.made; i; i = i->next_made)
		what(i);
}

/* What happened up to now, .. */
static void light_keep(void)
{
	for_all(keep);
}

void light_end(void)
{
	if (sim.slices.sampled)
		for_all(weigh_last);
}

/* .. and no more than that */
void light_forget(void)
{
	for_all(forget);
}

static void bring(const struct level *l, Addr addr)
{
	if (!l->none && !level_has(l, addr))
		level_hit(l, addr);
}

/* The code of what was executed while it was not watched. */
static void bring_code(struct insn *i)
{
	const ULong watched = i->seen + (i->kept ? i->kept->seen : 0);

	if (i->exec <= watched)
		return;
	bring(sim.itlb2, i->addr);
	bring(sim.l3.none ? &sim.l2 : &sim.l3, i->addr);
}

static Bool is_light(enum watching mode)
{
	return mode == LIGHT;
}

void light_switch(void)
{
	struct slices *s = &sim.slices;
	const enum watching before = s->mode;

	if (s->next == before)
		return;
	s->mode = s->next;
	s->sampled = True;
	if (is_light(before) != is_light(s->mode)) {
		clock_watches(!is_light(s->mode));
		system_looks_away();
		vgPlain_discard_translations(1, ~0ULL - 1, "perfexpert-sim");
	}
	if (s->mode == WARMING) {
		light_keep();
		for_all(bring_code);
	}
}
