/*
 * perfexpert-sim: branch prediction
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "sim.h"

/*
 * Conditional branches: a local two-bit counter per branch and a gshare table
 * of two-bit counters indexed by address and the outcomes of the last
 * --branch-bits branches; a chooser, indexed by address, follows the one that
 * was right when they differ (McFarling, WRL TN-36, 1993).
 * Indirect jumps and calls: a table of targets indexed by address and the
 * last few indirect targets, falling back to the branch's last target.
 * Returns: a stack of N_RAS addresses.
 *
 * Two-bit counters are coded so that translated code can see the common case
 * with one comparison: 0 and 1 are surely not taken and surely taken, 2 and 3
 * perhaps so. When both counters are sure and right, nothing changes but the
 * history, which the translated code keeps; all else comes here.
 */

enum { SURE_NOT, SURE_TAKEN, MAYBE_NOT, MAYBE_TAKEN };

void branch_init(void)
{
	const ULong n = 1ULL << sim.branch_bits;

	sim.history_mask = n - 1;
	sim.gshare = VG_(calloc)("sim.gshare", n, 1);
	sim.chooser = VG_(calloc)("sim.chooser", n, 1);
	sim.btb = VG_(calloc)("sim.btb", N_BTB, sizeof *sim.btb);
	VG_(memset)(sim.gshare, MAYBE_TAKEN, n);
	VG_(memset)(sim.chooser, 1, n);
}

ULong branch_first_state(void)
{
	return MAYBE_TAKEN;
}

static UChar next_state(UChar state, UWord taken)
{
	if ((state & 1) == taken)
		return (UChar)taken; /* right: sure of it now */
	/* wrong: sure becomes perhaps, perhaps changes its mind */
	return state <= SURE_TAKEN ? (UChar)(state + 2)
	                           : (UChar)(MAYBE_NOT + taken);
}

VG_REGPARM(2) void branch_slow(struct branch_stat *b, UWord taken)
{
	UChar *global = &sim.gshare[sim.history ^ b->site];
	UChar *local = (UChar *)&b->local;
	UChar *choose = &sim.chooser[b->site]; /* 0, 1: local; 2, 3: global */
	const Bool global_right = (*global & 1) == taken;
	const Bool local_right = (*local & 1) == taken;

	if (!(*choose >= 2 ? global_right : local_right))
		b->cond_msp++;
	if (global_right && !local_right && *choose < 3)
		(*choose)++;
	if (local_right && !global_right && *choose > 0)
		(*choose)--;
	*global = next_state(*global, taken);
	b->local = next_state(*local, taken);
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
