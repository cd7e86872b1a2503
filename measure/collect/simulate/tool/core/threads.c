/*
 * perfexpert-sim: what each thread executed
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One thread runs at a time. When another one gets to run, or a region begins
 * or ends, what was counted since the last time is settled: added to what the
 * thread has of each instruction, and to the region that it is in. Blocks put
 * themselves on a list when they first run after that, so settling takes as
 * long as what ran, not as the program is large.
 *
 * Until there is a second thread nothing is kept by thread. The first thread's
 * count is never stored: it is the total without the others.
 */
#include "sim.h"
#include "threads.h"

enum { MOST_SHARES = LIMIT_THREADS_TOLD };

/* The thread found last is mostly the one that runs. */
static struct share *share_of(struct shares *s, UInt thread)
{
	if (s->last < s->n && s->of[s->last].thread == thread)
		return &s->of[s->last];
	for (UInt k = s->n; k-- > 0;) {
		if (s->of[k].thread == thread) {
			s->last = k;
			return &s->of[k];
		}
	}
	if (s->n == s->cap) {
		s->cap = s->cap ? 2 * s->cap : 2;
		s->of = VG_(realloc)("sim.shares", s->of,
		                     s->cap * sizeof *s->of);
	}
	s->last = s->n++;
	s->of[s->last] = (struct share){ .thread = thread };
	return &s->of[s->last];
}

static void add_shares(const struct block *b, UInt thread)
{
	for (UInt k = 0; k < b->n_entries; k++) {
		const struct entry *e = &b->entries[k];
		const ULong n = fresh(b, e->segment) * e->executes;

		if (!n)
			continue;
		if (!e->insn->shares)
			e->insn->shares = VG_(calloc)("sim.shares", 1,
			                              sizeof(struct shares));
		share_of(e->insn->shares, thread)->exec += n;
	}
}

void threads_settle(void)
{
	struct threads *t = &sim.by_thread;
	const UInt thread = t->number[t->running];

	if (!t->on && !sim.regions.on)
		return;
	while (t->touched) {
		struct block *b = t->touched;

		t->touched = b->next_touched;
		*b->touched = 0;
		if (!b->settled)
			b->settled = VG_(calloc)("sim.settled", b->n_segments,
			                         sizeof(ULong));
		if (sim.regions.on && !b->apart)
			region_add(b);
		if (t->on && thread)
			add_shares(b, thread);
		for (UInt k = 0; k < b->n_segments; k++)
			b->settled[k] = b->count[k];
	}
	if (sim.regions.on)
		region_add_happened();
}

VG_REGPARM(1) void threads_touch(struct block *b)
{
	*b->touched = 1;
	b->next_touched = sim.by_thread.touched;
	sim.by_thread.touched = b;
}

/* Its counts are zero again. */
void threads_folded(struct block *b)
{
	for (UInt k = 0; b->settled && k < b->n_segments; k++)
		b->settled[k] = 0;
}

void threads_forget(struct block *b)
{
	if (b->settled)
		VG_(free)(b->settled);
}

/* The lowest number that is free, as natively. */
void threads_made(ThreadId child)
{
	UInt n = 1;

	while (n < MOST_SHARES - 1 && sim.by_thread.taken[n])
		n++;
	sim.by_thread.taken[n] = True;
	sim.by_thread.number[thread_at(child)] = n;
}

void threads_ended(ThreadId tid)
{
	threads_settle();
	sim.by_thread.taken[sim.by_thread.number[thread_at(tid)]] = False;
}

/* Existing translations do not record which thread ran them. */
void threads_begin(void)
{
	if (sim.by_thread.on || sim.threads < 2)
		return;
	threads_settle();
	sim.by_thread.on = True;
	vgPlain_discard_translations(1, ~0ULL - 1, "perfexpert-sim");
}

void threads_running(ThreadId tid)
{
	if (sim.by_thread.running == thread_at(tid))
		return;
	threads_settle();
	sim.by_thread.running = thread_at(tid);
}

/* The one that forked is the first of its process. */
void threads_forked(void)
{
	VG_(memset)(sim.by_thread.number, 0, sizeof sim.by_thread.number);
	VG_(memset)(sim.by_thread.taken, 0, sizeof sim.by_thread.taken);
}
