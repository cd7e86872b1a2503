/*
 * perfexpert-sim: branch prediction
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "sim.h"

/*
 * Conditional branches: a two-bit counter for each branch, and a gshare table
 * of two-bit counters, indexed by address and the outcomes of the last
 * --branch-bits branches. A chooser for each branch, a two-bit counter too,
 * follows the one that was right when they differ (McFarling, WRL TN-36,
 * 1993).
 * Indirect jumps and calls: a table of targets indexed by address and the
 * last few indirect targets, falling back to the branch's last target.
 * Returns: a stack of N_RAS addresses.
 *
 * Two-bit counters are coded so that translated code sees the common case
 * with few instructions: when both are sure and right, they equal the outcome,
 * 0 or 1, and nothing changes but the history, which that code keeps. All else
 * comes here.
 */

/* The lowest bit is the direction. */
enum { SURE_NOT, SURE_TAKEN, MAYBE_NOT, MAYBE_TAKEN };

void branch_init(void)
{
	const ULong n = 1ULL << sim.branch_bits;

	sim.history_mask = n - 1;
	sim.btb = VG_(calloc)("sim.btb", N_BTB, sizeof *sim.btb);
	VG_(memset)(sim.gshare, MAYBE_TAKEN, n);
}

void branch_first_state(struct branch_stat *b)
{
	b->local = MAYBE_TAKEN;
	b->choose = 1;
}

/*
 * By state and outcome: right makes sure of it; wrong makes sure a perhaps,
 * and a perhaps change its mind. What comes here is what can't be predicted,
 * so there is no branch in it.
 */
static const UChar next_state[4][2] = {
	[SURE_NOT] = { SURE_NOT, MAYBE_NOT },
	[SURE_TAKEN] = { MAYBE_TAKEN, SURE_TAKEN },
	[MAYBE_NOT] = { SURE_NOT, MAYBE_TAKEN },
	[MAYBE_TAKEN] = { MAYBE_NOT, SURE_TAKEN },
};

/* By which is right (bit 0 local, bit 1 global): 0, 1 local; 2, 3 global. */
static const UChar next_choice[4][4] = {
	{ 0, 0, 1, 0 },
	{ 1, 0, 2, 1 },
	{ 2, 1, 3, 2 },
	{ 3, 2, 3, 3 },
};

VG_REGPARM(3)
void branch_slow(struct branch_stat *b, UWord taken, ULong history)
{
	UChar *global = &sim.gshare[history ^ b->site];
	const UInt local_right = (b->local & 1) == taken;
	const UInt global_right = (*global & 1) == taken;
	const UInt right = local_right | global_right << 1;

	b->cond_msp += !(right >> (b->choose >> 1) & 1);
	b->choose = next_choice[b->choose][right];
	*global = next_state[*global][taken];
	b->local = next_state[b->local][taken];
}

static void remember_target(struct branch_stat *b, Addr target)
{
	for (UInt i = 0; i < b->n_targets && i < N_TARGETS; i++)
		if (b->target[i] == target)
			return;
	if (b->n_targets < N_TARGETS)
		b->target[b->n_targets] = target;
	if (b->n_targets <= N_TARGETS)
		b->n_targets++;
}

VG_REGPARM(2) void branch_indirect(struct branch_stat *b, Addr target)
{
	Addr *entry = &sim.btb[(b->site ^ sim.path) & (N_BTB - 1)];
	const Addr guess = *entry ? *entry : b->last_target;

	if (guess != target)
		b->ind_msp++;
	if (b->last_target != target)
		remember_target(b, target);
	*entry = target;
	b->last_target = target;
	sim.path = (sim.path << 3) ^ (target >> 2);
}

VG_REGPARM(1) void branch_return_missed(struct branch_stat *b)
{
	b->ret_msp++;
}
