/*
 * perfexpert-sim: the accounts of windows, weighted by what they represent
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/timing/model.h"

/*
 * An instruction's account has the executions of all windows, and the first
 * window is the longest one. To make it the account of the whole run, each
 * window's part is multiplied when the window is over: it represents also the
 * executions in fast-forward that are nearer to it than to another window.
 * Events are weighted by the reader of slices (sample/batch.c), but slices have
 * no accounts.
 */
struct weighed {
	struct account then; /* when the last window began, .. */
	ULong all;           /* .. and the executions up to then, .. */
	double represents;   /* .. of which the account is for so many */
};

/* A section's first few executions may be the last of a window. */
static const double most_times = 200;

static void add(ULong *to, ULong n, double times)
{
	*to += (ULong)((double)n * times + 0.5);
}

/* Adds what was charged since then again, so many times. */
static void repeat(struct account *is, const struct account *then, double times)
{
	ULong n = is->n - then->n;

	add(&is->n, n, times);
	add(&sim.model->modelled, n, times);
	for (UInt c = 0; c < N_CAUSES; c++) {
		n = is->ticks[c] - then->ticks[c];
		add(&is->ticks[c], n, times);
		add(&sim.model->elapsed, n, times);
	}
	add(&is->work.n, is->work.n - then->work.n, times);
	add(&is->work.slots, is->work.slots - then->work.slots, times);
	add(&is->work.taken, is->work.taken - then->work.taken, times);
	add(&is->work.window, is->work.window - then->work.window, times);
	for (UInt k = 0; k < is->work.n_ops; k++) {
		struct work_op *op = &is->work.op[k];
		const struct work_op *was = &then->work.op[k];

		add(&op->n, op->n - was->n, times);
		add(&op->chain, op->chain - was->chain, times);
	}
}

static void weigh(struct insn *i, Bool last)
{
	if (!i->account)
		return;
	if (!i->account->weighed)
		i->account->weighed =
			VG_(calloc)("sim.weighed", 1, sizeof(struct weighed));
	struct weighed *w = i->account->weighed;

	if (i->seen) {
		const double seen = (double)i->seen;
		const double passed = (double)(i->exec - w->all) - seen;
		const double due = (double)i->exec - w->represents -
		                   (last ? 0 : passed / 2);
		double times = due / seen;

		times = times < 1 ? 1 : times;
		times = times > most_times ? most_times : times;
		repeat(i->account, &w->then, times - 1);
		w->represents += times * seen;
	}
	w->then = *i->account;
	w->all = i->exec;
}

void weigh_window(struct insn *i)
{
	weigh(i, False);
}

void weigh_last(struct insn *i)
{
	weigh(i, True);
}

void weigh_reset(struct insn *i)
{
	if (!i->account)
		return;
	VG_(free)(i->account->weighed);
	VG_(memset)(i->account, 0, sizeof *i->account);
}
