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

/*
 * Puts a key first in a set, whose ways are in the order of their last use, and
 * returns what was there for it, or 0: then the last one goes. Keys that differ
 * only in bits outside the mask are equal.
 */
static ULong use_key(ULong *set, UInt ways, ULong key, ULong mask)
{
	UInt way = 0;

	while (way < ways && (set[way] & mask) != key)
		way++;
	const ULong was = way < ways ? set[way] : 0;

	for (way -= way == ways; way; way--)
		set[way] = set[way - 1];
	set[0] = key;
	return was;
}

enum { ADDRESS_BITS = 48 }; /* of a branch; above them, of which burst */

/* Entries of a set of the op cache */
static UInt op_ways(void)
{
	const struct numbers *n = &sim.model->n;
	const ULong all = n->op_cache / (n->op_cache_entry * OP_SETS);

	return all < OP_WAYS ? (UInt)all : OP_WAYS;
}

/*
 * Entries from before a burst may have been evicted since. The number of code
 * lines until then: for the branch target buffer, as many as have so many taken
 * branches, by the last burst; for the op cache, as many as fill it.
 */
void front_begin(struct window *w)
{
	sim.fetches.code_known = sim.model->n.btb_all;
	if (w->taken > w->lines)
		sim.fetches.code_known =
			sim.fetches.code_known * w->lines / w->taken;
	sim.fetches.code_decoded = sim.model->n.op_cache_apart ? op_ways() : 0;
	if (w->entries > w->lines)
		sim.fetches.code_decoded =
			sim.fetches.code_decoded * w->lines / w->entries;
	sim.fetches.code_begun = sim.fetches.code_came;
	w->lines = w->taken = w->entries = 0;
	for (UInt i = 0; i < OP_SETS; i++) {
		for (UInt way = 0; way < OP_WAYS; way++)
			w->op_entry[i][way] |= OLD;
	}
}

/*
 * Is an entry of a line of code in the op cache? It is afterwards, and evicts
 * the least recently used one of its set. An entry from before the burst counts
 * as present while its line is still in L1I.
 */
static void find_decoded(struct window *w, ULong line, UInt entry)
{
	const UInt ways = op_ways();
	const ULong key = line * MOST_ENTRIES + entry + 1;

	w->decoding = True;
	w->entries++;
	if (!ways)
		return;
	const ULong was = use_key(w->op_entry[line % OP_SETS], ways, key, ~OLD);

	w->decoding = !was && !(entry && w->line_kept);
	w->decoded_before = (was & OLD) != 0;
}

static void new_code_line(struct window *w, const struct micro *m)
{
	const ULong line = m->insn->addr >> 6;
	const ULong each = sim.model->n.op_cache_entry;

	if (line != w->code_line) {
		w->line_jumped_to = w->code_line == NO_TAG;
		if (line != w->line_before) {
			w->line_follows = line == w->line_before + 1;
			w->line_forgotten = w->line_kept = False;
			w->line_before = line;
			w->lines++;
		}
		w->code_line = line;
		w->line_ops = 0;
		w->line_since = w->fetch;
		find_decoded(w, line, 0);
		ring_put(&w->fetched, w->fetch);
	} else if (!(m->flags & (M_FUSED | M_STRING)) &&
	           ++w->line_ops % each == 0) {
		find_decoded(w, line, w->line_ops / each % MOST_ENTRIES);
	}
}

/* A line of many operations comes in turns, with time between them. */
static void next_of_line(struct window *w)
{
	const struct numbers *n = &sim.model->n;

	if (!n->op_cache_turn || w->decoding || !w->line_ops ||
	    w->line_ops % n->op_cache_width)
		return;
	fetch_until(w,
	            w->line_since +
	                    w->line_ops / n->op_cache_width * n->op_cache_turn,
	            CAUSE_FETCH);
}

/* Fetch continues in another window in the next cycle at the earliest */
static void new_window(struct window *w, Addr addr)
{
	const ULong size = sim.model->n.fetch_window;

	if (!size || addr / size == w->window_at)
		return;
	w->window_at = addr / size;
	w->window_since = later(w->fetch, w->window_since + TICKS);
	w->fetch = w->window_since;
}

/* Whether it needs no line of L1I */
static Bool is_decoded_apart(const struct window *w)
{
	return sim.model->n.op_cache_apart && !w->decoding &&
	       !w->decoded_before;
}

/* Lines that follow each other are asked for whatever branches there are. */
static ULong asked_for(const struct window *w)
{
	const ULong from = later(ring_first(&w->fetched), w->redirected);

	return w->line_follows ? from : later(from, w->found);
}

/* Lines that are not in L1I are asked for as far ahead as prediction goes. */
static void fetch_missed(struct window *w, const struct micro *m)
{
	const struct trace *t = &sim.model->trace;

	while (w->n_fetched < t->n_fetches &&
	       t->fetch[w->n_fetched].insn == m->insn) {
		struct fetch_record f = t->fetch[w->n_fetched++];
		const ULong from = asked_for(w);
		UChar cause = CAUSE_FETCH;

		w->line_forgotten |= (f.missed & MISS_BRANCHES) != 0;
		w->line_kept = (f.missed & KEPT_DECODED) != 0;
		if (f.missed & MISS_L1 &&
		    (w->line_kept || is_decoded_apart(w))) {
			f.missed &= ~(UInt)MISS_L1;
			w->decoding = False;
		} else if (f.missed & MISS_L1) {
			w->decoding = True;
		}
		const ULong there =
			memory_fetch(&f, from, w->line_jumped_to, &cause);

		fetch_until(w, there, cause);
	}
}

/*
 * What a branch to a distant target loses: target buffers hold the lower bits
 * of addresses only. A program and its shared libraries differ in the upper
 * bits, though not in the simulator. A return's target comes from a stack.
 */
static void fetch_far(struct window *w, UInt module)
{
	if (w->jumped_from && sim.code.module[w->jumped_from - 1].program !=
	                              sim.code.module[module].program)
		fetch_until(w, w->fetch + sim.model->n.branch_far, CAUSE_FETCH);
	w->jumped_from = 0;
}

void fetch_micro(struct window *w, const struct micro *m)
{
	const struct numbers *n = &sim.model->n;
	ULong width = n->op_cache_width;

	fetch_far(w, m->insn->module);
	new_code_line(w, m);
	new_window(w, m->insn->addr);
	fetch_missed(w, m);
	if (ring_first(&w->queue) > w->fetch) {
		w->fetch = ring_first(&w->queue);
		w->fetch_cause = CAUSE_FETCH;
	}
	if (m->flags & (M_FUSED | M_STRING))
		return;
	next_of_line(w);
	if (w->decoding) {
		width = n->decode_width;
		const ULong bytes =
			(ULong)m->insn->size * TICKS / n->decode_bytes;

		w->fetch += later(TICKS / width, bytes);
	} else {
		w->fetch += TICKS / width;
	}
}

/*
 * What a taken branch loses when its target is not in the buffer, which then
 * gets it, as above. An entry from another burst is not trusted for a branch
 * whose line was out of L1I for long.
 */
static ULong btb_loses(struct window *w, Addr addr)
{
	const struct numbers *n = &sim.model->n;
	const ULong burst = (ULong)sim.model->bursts << ADDRESS_BITS;
	const ULong all = sim.model->n.btb / BTB_WAYS;
	const ULong sets = all < BTB_SETS ? all : BTB_SETS;
	/* multiplicative hashing (Knuth, vol. 3, 6.4) */
	const ULong hash = addr * 0x9e3779b97f4a7c15ULL >> 40;

	const ULong was = use_key(w->btb[hash % sets], BTB_WAYS, addr,
	                          (1ULL << ADDRESS_BITS) - 1);

	w->btb[hash % sets][0] |= burst;
	if (w->line_forgotten && (was ^ burst) >> ADDRESS_BITS)
		return n->btb_unknown;
	return was ? 0 : n->btb_miss;
}

/*
 * What follows a taken branch is fetched in the next cycle at best. On machines
 * that take two branches in a cycle it may be the second half of the same one,
 * if the branch's line was jumped to and has few operations.
 */
void fetch_taken(struct window *w, const struct micro *m)
{
	const struct numbers *n = &sim.model->n;
	const ULong lost = btb_loses(w, m->insn->addr);
	const Bool half = n->taken_branch && n->taken_branch < TICKS &&
	                  w->line_jumped_to && w->line_ops < n->op_cache_width;
	const ULong step = half ? n->taken_branch : TICKS;
	ULong next = (w->fetch + step - 1) / step * step;

	next = later(next,
	             w->last_taken + (m->flags & M_CALL ? n->call_return
	                                                : n->taken_branch));
	next += lost;
	if (lost > n->btb_miss) {
		w->found = next;
		w->fetch_cause = CAUSE_FETCH;
	}
	w->last_taken = next;
	w->jumped_from = m->flags & M_RETURN ? 0 : m->insn->module + 1;
	w->taken++;
	if (next > w->fetch)
		w->fetch = next;
	w->code_line = w->window_at = NO_TAG;
}

void fetch_mispredicted(struct window *w, ULong resolved)
{
	fetch_until(w, resolved + sim.model->n.mispredict, CAUSE_MISPREDICTED);
	w->redirected = resolved;
}
