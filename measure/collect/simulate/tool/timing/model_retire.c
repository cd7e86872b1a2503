/*
 * perfexpert-sim: retirement, and what each instruction is charged for
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "window.h"

static struct account *account_of(struct insn *insn)
{
	if (!insn->account)
		insn->account = forever(sizeof *insn->account);
	return insn->account;
}

struct bill {
	struct account *to; /* NULL: not yet, caches and tables warm up */
	ULong from;         /* ticks since then are to be charged */
};

static void add(struct bill *b, UChar cause, ULong ticks)
{
	if (b->to)
		b->to->ticks[cause] += ticks * sim.model->weight;
}

/* Charges the ticks from `since` to `until` as far as they are open. */
static ULong charge(struct bill *b, ULong since, ULong until, UChar cause)
{
	const ULong from = later(since, b->from);

	if (until <= from)
		return until;
	add(b, cause, until - from);
	return from;
}

UChar op_cause(const struct uop *u)
{
	if (u->kind == U_PREFETCH)
		return CAUSE_L1;
	switch (u->class) {
	case C_INT:
	case C_INT_SHIFT:
	case C_INT_SELECT:
	case C_INT_ADDRESS:
	case C_INT_MUL:
	case C_INT_DIV:
	case C_INT_DIV_WIDE:
		return u->feeds_address ? CAUSE_CHAIN_ADDRESS
		                        : CAUSE_CHAIN_INTEGER;
	case C_BRANCH:
		return CAUSE_CHAIN_INTEGER;
	case C_ATOMIC:
	case C_CONTROL:
	case C_SERIALISE:
		return CAUSE_OTHER;
	case C_STORE:
	case C_STORE_VEC:
	case C_STORE_WIDE:
		return CAUSE_STORES;
	default:
		return CAUSE_CHAIN_FP;
	}
}

ULong op_own_time(const struct window *w, UInt k)
{
	const struct served *s = &w->served[k];

	if (w->d->uops[k].kind != U_LOAD)
		return w->done[k] - w->began[k];
	const ULong since = later(w->began[k], s->stored) + s->late;

	return w->done[k] > since ? w->done[k] - since : 0;
}

static ULong pay(struct delay *d, ULong open)
{
	const ULong paid = d->ticks < open ? d->ticks : open;

	d->ticks -= paid;
	return paid;
}

static ULong charge_part(struct bill *b, UChar cause, ULong ticks, ULong open)
{
	const ULong part = ticks < open ? ticks : open;

	add(b, cause, part);
	return open - part;
}

/*
 * What is retired late because a chain was is charged to the operations of the
 * chain, to each as much as it is of it, not only to the last one, whose time
 * others that were dispatched as early would hide. Returns what is left to that
 * one. See Fields, Rubin, Bodik, Focusing Processor Policies via Critical-Path
 * Prediction, ISCA 2001: the edge that arrives last.
 */
static ULong charge_chain(struct window *w, struct bill *b, UInt k, ULong open)
{
	const struct chain *c = &w->chain[w->before[k]];
	ULong left = open;

	if (!c->all)
		return open;
	for (UInt i = 0; i < N_CAUSES; i++) {
		const ULong part =
			open * c->ticks[i] / (c->all + op_own_time(w, k));

		add(b, (UChar)i, part);
		left -= part;
	}
	return left;
}

/*
 * The front end's delay is charged before a load's own time: dispatched
 * earlier, the load would have been done earlier by as much.
 */
static void charge_late(struct window *w, struct bill *b, UInt k, ULong until)
{
	const ULong paid = pay(&w->late, until - b->from);

	add(b, w->late.cause, paid);
	pay(&w->delay[k], paid);
	b->from += paid;
}

/*
 * A load's own time: what it queued for first, as without that it would have
 * been done by so much earlier, however long its translation took; then that,
 * the rest its level.
 */
static void charge_load(struct window *w, struct bill *b, UInt k, ULong until)
{
	const struct served *s = &w->served[k];
	ULong open = until - later(w->began[k], b->from);

	pay(&w->delay[k], open);
	open = charge_part(b, s->late_for, s->late, open);
	if (s->others && open > s->tlb)
		others_cost(open - s->tlb);
	open = charge_chain(w, b, k, open);
	open = charge_part(b, CAUSE_DATA_TLB, s->tlb, open);
	add(b, s->level, open);
}

/*
 * An operation's own time, from when its operands were there: what these and it
 * itself queued for first, as it would have been done by so much earlier. What
 * was paid is not owed by those who take its value.
 */
static ULong charge_op(struct window *w, struct bill *b, UInt k, ULong until)
{
	const ULong since = later(w->waiting[k], b->from);
	struct delay *delay = &w->delay[k];
	ULong open, queued;

	if (until <= since)
		return until;
	open = until - since;
	queued = pay(delay, open);
	add(b, delay->cause, queued);
	if (delay->cause == CAUSE_FETCH ||
	    delay->cause == CAUSE_INSTRUCTION_TLB)
		pay(&w->late, queued);
	open = charge_chain(w, b, k, open - queued);
	add(b, op_cause(&w->d->uops[k]), open);
	return since;
}

/*
 * Backwards from the end of its last operation: its execution, its wait for a
 * pipe, the same of the load that it waited for, and last the dispatch.
 */
static void settle(struct window *w, const struct micro *m,
                   const struct dispatch *d, struct bill *b, ULong until)
{
	UInt last = MAX_UOPS;

	for (UInt i = 0; i < m->n_uops; i++) {
		const UInt k = m->first_uop + i;

		if (w->done[k] == until)
			last = k;
	}
	while (last != MAX_UOPS && until > b->from) {
		const struct uop *u = &w->d->uops[last];
		const ULong began = w->began[last];

		/* nothing but the front end was waited for */
		if (w->waiting[last] <= d->at && d->cause != CAUSE_USEFUL &&
		    d->cause != CAUSE_OTHER && d->at > b->from &&
		    u->kind != U_LOAD) {
			until = charge(b, d->at, until, d->cause);
			break;
		}
		if (u->kind == U_LOAD && w->waiting[last] <= d->at)
			charge_late(w, b, last, until);
		if (u->kind == U_LOAD && until > later(began, b->from)) {
			charge_load(w, b, last, until);
			until = later(began, b->from);
		} else {
			until = charge_op(w, b, last, until);
		}
		until = charge(b, w->waiting[last], until, CAUSE_PIPES);
		const ULong ready = w->waiting[last];

		last = MAX_UOPS;
		for (UInt i = 0; i < m->n_uops; i++) {
			if (w->done[m->first_uop + i] == ready && ready > d->at)
				last = m->first_uop + i;
		}
	}
	/* all that is left was before its dispatch */
	if (until > b->from)
		charge(b, b->from, until,
		       d->cause == CAUSE_USEFUL ? CAUSE_OTHER : d->cause);
}

/* What an instruction was charged, to the region that runs as well. */
static void charge_region(const struct account *was, const struct account *is)
{
	ULong *all = sim.regions.happened;

	all[T_MODELLED] += sim.model->weight;
	for (UInt k = 0; k < N_CAUSES; k++)
		all[T_CAUSES + k] += is->ticks[k] - was->ticks[k];
}

void retire_micro(struct window *w, const struct micro *m,
                  const struct dispatch *d, ULong done)
{
	const struct numbers *n = &sim.model->n;
	struct model *model = sim.model;
	const ULong before = w->retired;
	struct bill b = { NULL, before };
	struct account was;
	ULong useful = TICKS / n->dispatch_width;
	const ULong least =
		m->flags & (M_FUSED | M_STRING) ? 0 : TICKS / n->retire_width;

	w->retired = later(before + least, done);
	if (useful > w->retired - before)
		useful = w->retired - before;
	if (model->part)
		useful = 0;
	if (!model->warming) {
		b.to = account_of(m->insn);
		if (sim.regions.on)
			was = *b.to;
		const ULong insns = model->part ? 0 : model->weight;

		b.to->n += insns;
		add(&b, CAUSE_USEFUL, useful);
		model->modelled += insns;
		model->elapsed += (w->retired - before) * model->weight;
	}
	b.from += useful;
	if (w->retired > b.from)
		settle(w, m, d, &b, w->retired);
	if (b.to && sim.regions.on)
		charge_region(&was, b.to);
	const ULong free = w->retired + n->window_hold;

	ring_put(&w->rob, free);
	if (m->n_loads)
		ring_put(&w->loads, free);
	if (m->flags & M_MAKES)
		ring_put(&w->registers, free);
	if (m->flags & M_MAKES_FP)
		ring_put(&w->registers_fp, free);
}
