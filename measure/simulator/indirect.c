/*
 * perfexpert-sim: prediction of indirect jumps and calls
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "sim.h"

/*
 * The targets before tell the next one: tables with tags, indexed by address
 * and ever more of the last targets. The longest history that is known
 * predicts, when it was right before; else the next shorter one, at last the
 * branch's own last target (ITTAGE: Seznec and Michaud, JILP 8, 2006).
 * With --predictor=gshare, of older machines: one table without tags, by
 * address and the last four targets.
 */

enum {
	BITS = 4,        /* by which the history moves on for each target, */
	MIXED = 10,      /* .. of which it takes so many */
	SURE = 3,        /* right so many times in a row */
	SHIFT = 64 - 10, /* log2 of N_TARGET_ENTRIES */
};

/* in targets */
static const UInt length[N_TARGET_TABLES] = { 1, 3, 6, 10, 16 };

void indirect_init(void)
{
	if (sim.gshare_only) {
		sim.btb = VG_(calloc)("sim.btb", N_BTB, sizeof *sim.btb);
		return;
	}
	for (UInt i = 0; i < N_TARGET_TABLES; i++)
		sim.targets[i] = VG_(calloc)("sim.targets", N_TARGET_ENTRIES,
		                             sizeof *sim.targets[i]);
}

static void remember_target(struct branch_stat *b, Addr target)
{
	for (UInt i = 0; i < b->n_targets && i < N_TARGETS; i++) {
		if (b->target[i] == target)
			return;
	}
	if (b->n_targets < N_TARGETS)
		b->target[b->n_targets] = target;
	if (b->n_targets <= N_TARGETS)
		b->n_targets++;
}

/* ---- one table ---- */

static Bool guess_by_table(const struct branch_stat *b, Addr target)
{
	Addr *entry = &sim.btb[(b->site ^ sim.path) & (N_BTB - 1)];
	const Addr guess = *entry ? *entry : b->last_target;

	*entry = target;
	sim.path = (sim.path << 3) ^ (target >> 2);
	return guess == target;
}

/* ---- several ---- */

struct found {
	struct target_entry *entry[N_TARGET_TABLES];
	UInt tag[N_TARGET_TABLES];
	Int longest, next; /* that are known, or -1 */
};

/* Where the branch would stand in a table after what was before it. */
static Bool is_known(const struct branch_stat *b, struct found *f, Int i)
{
	const UInt bits = BITS * length[i];
	const ULong past =
		bits < 64 ? sim.path & ((1ULL << bits) - 1) : sim.path;
	const ULong hash = (past + 1) * 0x9e3779b97f4a7c15ULL ^ b->hash;
	const ULong mixed = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9ULL;

	f->entry[i] = &sim.targets[i][mixed >> SHIFT];
	f->tag[i] = (UInt)(mixed >> 8) | 1;
	return f->entry[i]->tag == f->tag[i];
}

/* From the longest on, as far as the guess needs them; entries of longer ones
 * are there then, for allocate(). */
static void look_up(const struct branch_stat *b, struct found *f)
{
	f->longest = f->next = -1;
	for (Int i = N_TARGET_TABLES - 1; i >= 0 && f->next < 0; i--) {
		if (!is_known(b, f, i))
			continue;
		if (f->longest >= 0)
			f->next = i;
		else
			f->longest = i;
		if (f->entry[f->longest]->sure)
			return;
	}
}

static Addr guess_of(const struct branch_stat *b, const struct found *f)
{
	if (f->longest >= 0 && (f->entry[f->longest]->sure || f->next < 0))
		return f->entry[f->longest]->target;
	if (f->next >= 0)
		return f->entry[f->next]->target;
	return b->last_target;
}

/* One longer history is tried, of those the first that has proved nothing. */
static void allocate(const struct found *f, Addr target)
{
	for (Int i = f->longest + 1; i < N_TARGET_TABLES; i++) {
		struct target_entry *e = f->entry[i];

		if (e->sure) {
			e->sure--;
			continue;
		}
		/* two that share a place must not push out each other */
		*e = (struct target_entry){ .tag = f->tag[i],
			                    .target = target,
			                    .sure = 1 };
		return;
	}
}

static Bool guess_by_history(const struct branch_stat *b, Addr target)
{
	struct found f;

	look_up(b, &f);
	const Bool right = guess_of(b, &f) == target;

	if (f.longest >= 0) {
		struct target_entry *e = f.entry[f.longest];

		if (e->target == target)
			e->sure += e->sure < SURE;
		else if (e->sure)
			e->sure--;
		else
			e->target = target;
	}
	if (!right)
		allocate(&f, target);
	sim.path = (sim.path << BITS) ^
	           (target * 0x9e3779b97f4a7c15ULL >> (64 - MIXED));
	return right;
}

VG_REGPARM(2) void branch_indirect(struct branch_stat *b, Addr target)
{
	const Bool wrong = !(sim.gshare_only ? guess_by_table(b, target)
	                                     : guess_by_history(b, target));

	b->ind_msp += wrong;
	sim.regions.happened[T_BIM] += wrong;
	if (b->last_target != target)
		remember_target(b, target);
	b->last_target = target;
}
