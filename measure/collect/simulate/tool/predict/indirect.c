/*
 * perfexpert-sim: prediction of indirect jumps and calls
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/memory/cache.h"

/*
 * The last targets predict the next one: tables with tags, indexed by address
 * and ever more of the last targets. The longest history that is known
 * predicts, when it was right before; else the next shorter one, at last the
 * branch's own last target (ITTAGE: Seznec and Michaud, JILP 8, 2006).
 */

enum {
	BITS = 4,   /* by which the history moves on for each target, */
	MIXED = 10, /* .. of which it takes so many */
	SURE = 3,   /* correct predictions in a row; also a mask */
	USED = 4,   /* an entry is, as no tag is 0 */
	TAG = 2,    /* above these, the lowest bits of a hash; the highest tell
	               the entry */
	OWN = N_TARGET_TABLES * N_TARGET_ENTRIES, /* the branch's own target */
	NONE, /* an entry that is written, but never read */
};

static ALWAYS_INLINE void go_on(Addr target)
{
	const ULong path = (sim.branches.path << BITS) ^
	                   (target * 0x9e3779b97f4a7c15ULL >> (64 - MIXED));

	sim.branches.path = path;
#pragma GCC unroll 8
	for (UInt i = 0; i < N_TARGET_TABLES; i++) {
		const ULong past = path & sim.branches.target_mask[i];

		sim.branches.past[i] =
			(UInt)(past * 0x9e3779b97f4a7c15ULL >> 32);
	}
}

/* The longest history is --target-history, the others about a fifth and half of
 * it. */
void indirect_init(void)
{
	static const UInt sixteenths[N_TARGET_TABLES] = { 3, 8, 16 };

	sim.branches.target_shift = 32 - (UInt)sim.target_bits;
	for (UInt i = 0; i < N_TARGET_TABLES; i++) {
		const UInt n = (UInt)sim.target_history * sixteenths[i] / 16;

		sim.branches.target_mask[i] =
			~0ULL >> (64 - BITS * (n ? n : 1));
	}
}

static void remember_target(struct branch_stat *b, UInt target)
{
	if (b->n_targets > N_TARGETS || search_n(b->target, target, N_TARGETS))
		return;
	if (b->n_targets < N_TARGETS)
		b->target[b->n_targets] = target;
	b->n_targets++;
}

/*
 * What comes here is hard to predict, so there are few branches in what
 * follows. Table 0 is the branch's own last target, which is always known.
 */
struct found {
	UInt at[N_TARGET_TABLES + 2]; /* the last: NONE */
	UShort tag[N_TARGET_TABLES + 2];
	UInt longest;  /* table that knows it */
	UInt by, next; /* its entry, and that of the next one that does */
};

/* a where all bits of mask are set, b where none is */
static ALWAYS_INLINE UInt either(UInt mask, UInt a, UInt b)
{
	return b ^ ((a ^ b) & mask);
}

static ALWAYS_INLINE void look_up(const struct branch_stat *b, struct found *f)
{
	const UInt site = (UInt)(b->hash >> 32);

	f->longest = 0;
	f->by = f->next = OWN;
#pragma GCC unroll 4
	for (UInt i = 1; i <= N_TARGET_TABLES; i++) {
		const UInt hash = sim.branches.past[i - 1] ^ site;
		const UInt at = (i - 1) * N_TARGET_ENTRIES +
		                (hash >> sim.branches.target_shift);
		const UShort tag = (UShort)(hash << TAG | USED);
		const UInt known =
			-(UInt)((sim.branches.target_state[at] ^ tag) <= SURE);

		f->at[i] = at;
		f->tag[i] = tag;
		f->next = either(known, f->by, f->next);
		f->by = either(known, at, f->by);
		f->longest = either(known, i, f->longest);
	}
}

/* One longer history is tried, of those the first that has proved nothing;
 * two that share a place must not push out each other. */
static ALWAYS_INLINE void allocate(const struct found *f, UInt target)
{
	UInt unsure = 2u << N_TARGET_TABLES;

#pragma GCC unroll 4
	for (UInt i = 1; i <= N_TARGET_TABLES; i++)
		unsure |= (UInt) !(sim.branches.target_state[f->at[i]] & SURE)
		          << i;
	const UInt longer = -2u << f->longest;
	const UInt chosen = (UInt)__builtin_ctz(unsure & longer);
	const UInt passed = longer & ~(~0u << chosen);

#pragma GCC unroll 4
	for (UInt i = 1; i <= N_TARGET_TABLES; i++)
		sim.branches.target_state[f->at[i]] -= passed >> i & 1;
	sim.branches.target[f->at[chosen]] = target;
	sim.branches.target_state[f->at[chosen]] = f->tag[chosen] + 1;
}

/* One more that was right, or wrong: all eight cases are in one number, as
 * sums of conditions are kept in bytes of the stack, which are read back as
 * more than was written. */
static ALWAYS_INLINE UInt surer(UInt sure, Bool right)
{
	return (right ? 0xf9u : 0x90u) >> 2 * sure & SURE;
}

static ALWAYS_INLINE Bool guess_by_history(const struct branch_stat *b,
                                           UInt target)
{
	struct found f;

	f.at[N_TARGET_TABLES + 1] = NONE;
	f.tag[N_TARGET_TABLES + 1] = 0;
	sim.branches.target[OWN] = (UInt)b->last_target;
	sim.branches.target_state[OWN] = 0;
	look_up(b, &f);
	const UInt state = sim.branches.target_state[f.by], sure = state & SURE;
	const UInt was = sim.branches.target[f.by];
	const UInt itself = -(UInt)((sure != 0) | (f.next == OWN));
	const Bool right =
		either(itself, was, sim.branches.target[f.next]) == target;

	sim.branches.target_state[f.by] =
		(UShort)(state ^ sure ^ surer(sure, was == target));
	sim.branches.target[f.by] = sure ? was : target;
	if (!right)
		allocate(&f, target);
	return right;
}

VG_REGPARM(2) void branch_indirect(struct branch_stat *b, Addr target)
{
	const Bool wrong = !guess_by_history(b, (UInt)target);

	go_on(target);
	b->ind_msp += wrong;
	sim.regions.happened[T_BIM] += wrong;
	if (b->last_target != target)
		remember_target(b, (UInt)target);
	b->last_target = target;
}
