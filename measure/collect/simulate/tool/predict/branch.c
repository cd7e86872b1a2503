/*
 * perfexpert-sim: branch prediction
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/core/sim.h"

/*
 * Conditional branches: counters for each branch, and tables of counters with
 * tags, indexed by address and ever more of the outcomes before, up to
 * --branch-history. The longest history that is known predicts (Seznec and
 * Michaud, JILP 8, 2006); where that did worse, the direction that the branch
 * usually takes (after the statistical corrector of Seznec, MICRO 2011).
 *
 * Indirect jumps and calls: indirect.c. Returns: a stack of N_RAS addresses.
 *
 * Translated code keeps the outcomes, and only comes here when the outcome is
 * not the one that sim.branches.memo knows to be predicted with certainty for
 * that branch and history, so that nothing else would change. An entry is the
 * mark of the branch, which is even, or'ed with the outcome. A branch that was
 * mispredicted has none for a while, so that it comes here each time.
 */

enum {
	NO_ENTRY = 0,
	LOOKS = 52, /* the history that the memo does not see; own marks are
	               more */
	NO_MARK = 1 << 16, /* more than an entry can hold */
	LEAST_BITS = 4,    /* log2 of the entries of a table */
	SURE = 16,         /* correct predictions in a row */
	TABLE_BITS = 5,    /* a table has 1/32 of the predictor's entries */
	FIRST_HISTORY = 6, /* of the first table */
	COUNTER = 3,       /* counters go from -4 to 3, and */
	MOST_USEFUL = 3,   /* .. from 0 to 3 */
	BIAS = 127,        /* how often one way is taken, from -128 to 127 */
	CHOICE = 31,       /* whom to believe, from -32 to 31 */
	AGING = 1 << 18,   /* allocations until entries are less useful */
};

static UInt memo_entry(const struct branch_stat *b, ULong history)
{
	return (UInt)(history & MEMO_MASK) ^ b->site;
}

static UShort entry_of(const struct branch_stat *b, UWord taken)
{
	return (UShort)(b->own_mark | taken);
}

/*
 * What comes here is hard to predict, so there are few branches in what
 * follows. A counter goes one up, down, or nowhere.
 */
static ALWAYS_INLINE Char moved(Char counter, Int by, Int max)
{
	const Int next = counter + by;
	const Int low = next < -max - 1 ? -max - 1 : next;

	return (Char)(low > max ? max : low);
}

static ALWAYS_INLINE Int towards(UWord up)
{
	return 2 * (Int)up - 1;
}

static ALWAYS_INLINE Int towards_if(UWord condition, UWord up)
{
	return towards(up) & -(Int)condition;
}

/* The provider is the entry that predicts, the alternate the next one. */
struct guess {
	struct tage_entry *provider, *alternate;
	UInt table; /* the provider's; 0 is the branch itself */
	UInt by_provider, by_alternate, fresh, tage, biased, final;
};

/* From bit 32 upwards a tag; the highest bits select the entry. */
static ALWAYS_INLINE ULong hash_of(const struct branch_stat *b, ULong history,
                                   UInt table)
{
	const ULong past = history & sim.branches.tage_mask[table];

	return past * 0x9e3779b97f4a7c15ULL ^ b->hash;
}

static ALWAYS_INLINE struct tage_entry *entry_in(UInt table, ULong hash)
{
	return &sim.branches.tage[table][hash >> (64 - sim.branches.tage_bits)];
}

static ALWAYS_INLINE void look_up(struct branch_stat *b, ULong history,
                                  struct guess *g)
{
	g->provider = g->alternate = &b->base;
	g->table = 0;
#pragma GCC unroll 8
	for (UInt i = 0; i < N_TAGE; i++) {
		const ULong hash = hash_of(b, history, i);
		struct tage_entry *e = entry_in(i, hash);

		if (e->tag == (UShort)(hash >> 32)) {
			g->alternate = g->provider;
			g->provider = e;
			g->table = i + 1;
		}
	}
}

static ALWAYS_INLINE void predict(const struct branch_stat *b, struct guess *g)
{
	const struct tage_entry *e = g->provider;

	g->by_provider = e->counter >= 0;
	g->by_alternate = g->alternate->counter >= 0;
	g->fresh = !e->useful & ((UChar)(e->counter + 1) < 2);
	g->tage = g->by_provider ^ ((g->by_provider ^ g->by_alternate) &
	                            g->fresh & (sim.branches.trust_fresh < 0));
	g->biased = b->bias >= 0;
	g->final = g->tage ^
	           ((g->tage ^ g->biased) & (b->choose_tage[g->fresh] < 0));
}

/* A longer history is tried where one was wrong; which one, by chance. */
static __attribute__((noinline)) void
allocate(const struct branch_stat *b, ULong history, UInt first, UWord taken)
{
	sim.random = sim.random * 1103515245u + 12345;
	first += (sim.random >> 16 & 1) & (first < N_TAGE - 1);
	for (UInt i = first; i < N_TAGE; i++) {
		const ULong hash = hash_of(b, history, i);
		struct tage_entry *e = entry_in(i, hash);

		if (e->useful)
			continue;
		e->tag = (UShort)(hash >> 32);
		e->counter = taken ? 0 : -1;
		return;
	}
	for (UInt i = first; i < N_TAGE; i++)
		entry_in(i, hash_of(b, history, i))->useful--;
}

static __attribute__((noinline)) void age(void)
{
	sim.branches.aging = 0;
	for (UInt i = 0; i < N_TAGE; i++) {
		for (ULong k = 0; k < 1ULL << sim.branches.tage_bits; k++)
			sim.branches.tage[i][k].useful >>= 1;
	}
}

static ALWAYS_INLINE void learn(struct branch_stat *b, const struct guess *g,
                                UWord taken)
{
	struct tage_entry *e = g->provider;
	Char *choose = &b->choose_tage[g->fresh];

	if (g->by_provider != g->by_alternate) {
		const UInt right = g->by_provider == taken;

		sim.branches.trust_fresh =
			moved(sim.branches.trust_fresh,
		              towards_if(g->fresh, right), CHOICE);
		e->useful = (UChar)(e->useful +
		                    (right & (e->useful < MOST_USEFUL)) -
		                    (!right & (e->useful > 0)));
	}
	e->counter = moved(e->counter, towards(taken), COUNTER);
	/* whoever takes over when a new entry goes must know as well */
	if (g->fresh)
		b->base.counter =
			moved(b->base.counter, towards(taken), COUNTER);
	if (g->tage != g->biased)
		*choose = moved(*choose, towards(g->tage == taken), CHOICE);
	b->bias = moved(b->bias, towards(taken), BIAS);
}

static ALWAYS_INLINE Int strongest(UWord taken)
{
	return (Int)taken * (2 * COUNTER + 1) - COUNTER - 1;
}

/*
 * There is nothing to learn from what is known as well as can be: such a
 * prediction is right, and no counter can move.
 */
static ALWAYS_INLINE Bool is_known(const struct branch_stat *b,
                                   const struct guess *g, UWord taken)
{
	const Int most = (Int)taken * (2 * BIAS + 1) - BIAS - 1;
	const UInt differ = (g->alternate->counter >= 0) != taken;

	return (b->bias == most) & (g->provider->counter == strongest(taken)) &
	       !(differ & (g->provider->useful < MOST_USEFUL));
}

/* One more that was right. */
static ALWAYS_INLINE void surer(struct branch_stat *b)
{
	if (b->sure < SURE && ++b->sure == SURE)
		b->mark = b->own_mark;
}

/*
 * The entry speaks for histories that differ in their older outcomes. When one
 * of them had the other direction, all are looked at for a while, until those
 * outcomes are gone: else they would be learned from one direction only.
 */
static ALWAYS_INLINE void note(const struct branch_stat *b, ULong history,
                               UInt strong, UInt wrong, UWord taken)
{
	UShort *entry = &sim.branches.memo[memo_entry(b, history)];
	const UShort old = *entry;
	const UInt sure = b->sure == SURE;
	UShort new = sure &strong ? entry_of(b, taken) : NO_ENTRY;

	new = (UInt)old - 1 < LOOKS ? old - 1 : new;
	*entry = (wrong | (old == entry_of(b, !taken))) ? LOOKS : new;
}

VG_REGPARM(3)
void branch_tage(struct branch_stat *b, UWord taken, ULong history)
{
	struct guess g;

	history >>= 1;
	look_up(b, history, &g);
	if (is_known(b, &g, taken)) {
		surer(b);
		note(b, history, True, False, taken);
		return;
	}
	predict(b, &g);
	learn(b, &g, taken);
	const UInt wrong = g.final != taken;

	if (g.tage != taken && g.table < N_TAGE) {
		allocate(b, history, g.table, taken);
		if (++sim.branches.aging == AGING)
			age();
	}
	if (wrong) {
		b->cond_msp++;
		sim.regions.happened[T_BM]++;
		sim.clock.stall += sim.clock.miss_cycles[3];
		b->sure = 0;
		b->mark = NO_MARK;
	} else {
		surer(b);
	}
	note(b, history, g.provider->counter == strongest(taken), wrong, taken);
}

/* ---- set-up ---- */

/* Lengths in geometric progression, from the first to the longest history. */
static void tage_init(void)
{
	double length = FIRST_HISTORY, factor = 1;

	while (length * factor * factor * factor < sim.branch_history)
		factor += 0.01;
	sim.branches.tage_bits = sim.branch_bits > LEAST_BITS + TABLE_BITS
	                                 ? (UInt)sim.branch_bits - TABLE_BITS
	                                 : LEAST_BITS;
	for (UInt i = 0; i < N_TAGE; i++) {
		const UInt n = i == N_TAGE - 1 ? (UInt)sim.branch_history
		                               : (UInt)(length + 0.5);

		sim.branches.tage_mask[i] = n < 64 ? (1ULL << n) - 1 : ~0ULL;
		sim.branches.tage[i] = VG_(calloc)(
			"sim.branches.tage", 1ULL << sim.branches.tage_bits,
			sizeof *sim.branches.tage[i]);
		length *= factor;
	}
}

void branch_init(void)
{
	indirect_init();
	tage_init();
}

void branch_first_state(struct branch_stat *b, Addr addr)
{
	b->site = (UInt)((addr ^ (addr >> 12)) & ((1ULL << MEMO_BITS) - 1));
	b->hash = addr * 0xff51afd7ed558ccdULL;
	b->own_mark = ((b->hash >> 48) | 2ULL * LOOKS) & ~1ULL;
	b->mark = NO_MARK;
	b->base = (struct tage_entry){ .counter = -1, .useful = 1 };
	b->bias = -1;
}

VG_REGPARM(1) void branch_return_missed(struct branch_stat *b)
{
	b->ret_msp++;
	sim.regions.happened[T_REM]++;
}
