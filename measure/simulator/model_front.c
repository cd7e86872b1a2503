/*
 * perfexpert-sim: how instructions come to the window
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "window.h"

static void fetch_until(struct window *w, ULong time, UChar cause)
{
	if (time <= w->fetch)
		return;
	w->fetch = time;
	w->fetch_cause = cause;
}

/* Is a line of code among the decoded ones? It is afterwards. */
static Bool in_op_cache(struct window *w, ULong line)
{
	/* a line of 64 bytes takes two entries of eight operations or so */
	const ULong lines = sim.model->n.op_cache / 16;

	if (!lines)
		return False;
	ULong *entry =
		&w->op_line[line % (lines < N_OP_LINES ? lines : N_OP_LINES)];
	const Bool hit = *entry == line;

	*entry = line;
	return hit;
}

static void new_code_line(struct window *w, ULong line)
{
	if (line == w->code_line)
		return;
	w->code_line = line;
	w->decoding = !in_op_cache(w, line);
	ring_put(&w->fetched, w->fetch);
}

/* Fetch goes on in another window with the next cycle at the earliest. */
static void new_window(struct window *w, Addr addr)
{
	const ULong size = sim.model->n.fetch_window;

	if (!size || addr / size == w->window_at)
		return;
	w->window_at = addr / size;
	w->window_since = later(w->fetch, w->window_since + TICKS);
	w->fetch = w->window_since;
}

/* Lines that are not in L1I are asked for as far ahead as prediction goes. */
static void fetch_missed(struct window *w, const struct micro *m)
{
	const struct trace *t = &sim.model->trace;

	while (w->n_fetched < t->n_fetches &&
	       t->fetch[w->n_fetched].insn == m->insn) {
		const struct fetch_record *f = &t->fetch[w->n_fetched++];
		const ULong from =
			later(ring_first(&w->fetched), w->redirected);
		UChar cause = FETCH;

		const ULong there = memory_fetch(f, from, &cause);

		fetch_until(w, there, cause);
	}
}

void fetch_micro(struct window *w, const struct micro *m)
{
	const struct numbers *n = &sim.model->n;
	ULong width = n->op_cache_width;

	new_code_line(w, m->insn->addr >> 6);
	new_window(w, m->insn->addr);
	fetch_missed(w, m);
	if (ring_first(&w->queue) > w->fetch)
		w->fetch = ring_first(&w->queue);
	if (m->flags & (M_FUSED | M_STRING))
		return;
	if (w->decoding) {
		width = n->decode_width;
		const ULong bytes = m->insn->size * TICKS / n->decode_bytes;

		w->fetch += later(TICKS / width, bytes);
	} else {
		w->fetch += TICKS / width;
	}
}

/* What follows a taken branch comes in the next cycle at best. */
void fetch_taken(struct window *w, const struct micro *m)
{
	const struct numbers *n = &sim.model->n;
	const Addr addr = m->insn->addr;
	Addr *known = &w->btb[(addr ^ (addr >> 12)) %
	                      (n->btb < N_BTB_LINES ? n->btb : N_BTB_LINES)];
	ULong next = (w->fetch + TICKS - 1) / TICKS * TICKS;

	next = later(next,
	             w->last_taken + (m->flags & M_CALL ? n->call_return
	                                                : n->taken_branch));
	if (*known != addr)
		next += n->btb_miss;
	*known = addr;
	w->last_taken = next;
	if (next > w->fetch)
		w->fetch = next;
	w->code_line = w->window_at = NO_TAG;
}

void fetch_mispredicted(struct window *w, ULong resolved)
{
	fetch_until(w, resolved + sim.model->n.mispredict, MISPREDICTED);
	w->redirected = resolved;
}
