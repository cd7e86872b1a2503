/*
 * perfexpert-sim: bursts: what is recorded of the execution for the model
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "window.h"

/*
 * A block is replayed when the next one is entered: how far it came is seen
 * from its counters, and which branches were mispredicted from theirs. While
 * blocks are recorded, slots stay empty (see data.c), so that each access
 * comes to data_slow(), and from there to model_access().
 */

/*
 * The distance of bursts is measured by work, as slices are, not by blocks: a
 * loop of some thousand instructions without a branch has few blocks to begin
 * one in. One burst begins at a random place in each interval of that length
 * (stratified sampling), so that it does not always follow the same system call
 * and none is farther than twice the length. The first ones are close to each
 * other, for short programs.
 */
enum {
	WARM_UP = 1000,  /* instructions replayed, but not charged */
	LENGTH = 3000,   /* of a burst, with those */
	FIRST = 2048,    /* stamps until the first burst; then a sixth more */
	APART = 2400000, /* after these, and at least .. */
	OF_ALL = 1000,   /* .. such a part of the run until then */
	IN_A_PART = 200000, /* the same, where a part is simulated */
};

/* The run is to be ended when enough was seen: that is little. */
static ULong apart(void)
{
	const ULong of_all = sim.model->now / OF_ALL;

	if (sim.slices.watch_file)
		return IN_A_PART;
	return of_all > APART ? of_all : APART;
}

/* Stamps to the next burst, which represents them. */
static ULong gap(void)
{
	const struct model *m = sim.model;

	return m->early < apart() ? m->early : apart();
}

static UInt next_random(void)
{
	sim.model->random = sim.model->random * 1664525u + 1013904223u;
	return sim.model->random >> 8;
}

static void schedule(ULong now)
{
	struct model *m = sim.model;
	const ULong length = gap();

	if (length < apart()) {
		m->piece = sim.model_at = now + length;
		return;
	}
	m->piece = now < m->piece + length ? m->piece + length : now;
	sim.model_at = m->piece + (length * next_random() >> 24);
}

Bool model_watches(void)
{
	return sim.model->wanted && sim.slices.mode == WATCHING;
}

/* The next one will come. */
void model_stop(void)
{
	struct model *m = sim.model;

	if (!sim.tracing)
		return;
	floor_end();
	others_rate(window_time() - m->began, m->stamp - m->began_stamp);
	sim.tracing = False;
	m->trace.block = NULL;
	if (m->early < apart())
		m->early += m->early / 6;
	schedule(m->now);
}

void model_begin(void)
{
	sim.model->early = FIRST;
	schedule(sim.model->now);
}

/* A child starts from zero, as its instructions' accounts do. */
void model_forked(void)
{
	struct model *m = sim.model;

	model_stop();
	m->modelled = m->elapsed = 0;
	m->bursts = 0;
	model_begin();
}

static void begin_burst(void)
{
	struct model *m = sim.model;

	m->left = LENGTH;
	m->warming = WARM_UP;
	m->bursts++;
	/* in units of the first one's */
	m->weight = gap() / FIRST;
	m->trace.block = NULL;
	sim.tracing = True;
	data_burst(True);
	data_empty_slots();
	window_begin();
	m->began = window_time();
	m->began_stamp = m->stamp = 0;
	sim.model_at = 0;
}

static ULong missed_by(const struct branch_stat *b)
{
	return b ? b->cond_msp + b->ind_msp + b->ret_msp : 0;
}

static void record(struct block *b)
{
	struct trace *t = &sim.model->trace;
	const UInt n = b->n_segments;

	t->block = b;
	t->n_fetches = t->n_prefetches = 0;
	for (UInt i = 0; i < n; i++)
		t->count[i] = b->count[i];
	for (UInt i = 0; i < b->n_leaves; i++)
		t->missed[i] = missed_by(b->leaves[i].branch);
	t->missed[MAX_SEGMENTS - 1] = missed_by(b->end);
	for (UInt i = 0; i < b->description->n_accesses; i++)
		t->access[i].here = False;
}

/* How many segments were executed; 0: unknown. */
static UInt way_taken(const struct block *b)
{
	const struct trace *t = &sim.model->trace;
	UInt n = 0;

	while (n < b->n_segments && b->count[n] == t->count[n] + 1)
		n++;
	for (UInt i = n; i < b->n_segments; i++) {
		if (b->count[i] != t->count[i])
			return 0;
	}
	return n;
}

static ULong mispredicted(const struct block *b)
{
	const struct trace *t = &sim.model->trace;
	ULong bits = 0;

	for (UInt i = 0; i < b->n_leaves; i++) {
		if (missed_by(b->leaves[i].branch) != t->missed[i])
			bits |= 1ULL << b->leaves[i].segment;
	}
	if (b->end && missed_by(b->end) != t->missed[MAX_SEGMENTS - 1])
		bits |= 1ULL << (b->n_segments - 1);
	return bits;
}

/* Was the block left by a branch that was taken? */
static Bool branched(const struct block *b, UInt segments)
{
	if (segments == b->n_segments)
		return b->description->end_taken;
	for (UInt i = 0; i < b->n_leaves; i++) {
		if (b->leaves[i].segment == segments - 1)
			return b->leaves[i].branch && !b->leaves[i].inverted;
	}
	return False;
}

static Bool replay(struct block *b)
{
	struct model *m = sim.model;
	const UInt segments = way_taken(b);

	if (!segments)
		return False;
	const UInt n = window_replay(b->description, segments, mispredicted(b),
	                             branched(b, segments));

	m->warming = m->warming > n ? m->warming - n : 0;
	m->left = m->left > n ? m->left - n : 0;
	return True;
}

/* Called by translations at their start while a burst lasts or is due. */
VG_REGPARM(2) void model_enter(struct block *b, ULong now)
{
	struct model *m = sim.model;

	m->now = now;
	if (!sim.tracing) {
		if (!model_watches()) {
			schedule(now);
			return;
		}
		begin_burst();
	}
	if (m->trace.block && !replay(m->trace.block)) {
		model_stop();
		return;
	}
	if (!m->left || !b->description) {
		model_stop();
		return;
	}
	record(b);
}

void model_access(const struct access *a, Addr addr, UInt missed, ULong stamp)
{
	struct model *m = sim.model;
	struct trace *t = &m->trace;

	if (!m->began_stamp)
		m->began_stamp = stamp;
	m->stamp = stamp;

	if (!t->block)
		return;
	const UWord i = (UWord)(a - t->block->accesses);

	if (i < N_LOG)
		t->access[i] = (struct recorded){ addr, (UChar)missed, True };
}

/*
 * All parts of a string instruction are replayed as they come, but not more
 * than twice PARTS of them: the second half represents the others.
 */
enum { PARTS = 2048, MOST_INSNS = 400 };

Bool model_string_begin(const struct block *b)
{
	struct model *m = sim.model;

	if (m->trace.block != b || !b->description)
		return False;
	m->part = 0;
	m->parts_each = 1;
	m->parts_end = ~0ULL;
	return True;
}

void model_string(struct block *b, UInt bytes, UInt steps, ULong left)
{
	struct model *m = sim.model;
	struct description *d = b->description;
	const ULong weight = m->weight;

	if (m->part == PARTS) {
		m->parts_each = left > PARTS ? left / PARTS : 1;
		m->parts_end = PARTS + left / m->parts_each;
	}
	if (m->part >= m->parts_end)
		return;
	for (UInt i = 0; i < d->n_mems; i++)
		d->mems[i].size = (UShort)bytes;
	m->part_steps = steps;
	m->weight = weight * m->parts_each;
	window_replay(d, 1, 0, False);
	m->weight = weight;
	m->trace.n_fetches = 0;
	m->part++;
}

/* It is more to follow than others, but one among others. */
void model_string_end(struct block *b)
{
	struct model *m = sim.model;
	const UInt n = m->part < MOST_INSNS ? (UInt)m->part + 1 : MOST_INSNS;

	(void)b;
	m->part = 0;
	m->warming = m->warming > n ? m->warming - n : 0;
	m->left = m->left > n ? m->left - n : 0;
	m->trace.block = NULL;
}

void model_fetch(struct insn *insn, UInt missed)
{
	struct trace *t = &sim.model->trace;

	if (t->block && t->n_fetches < N_FETCHES)
		t->fetch[t->n_fetches++] =
			(struct fetch_record){ insn, (UChar)missed };
}

void model_prefetch(Addr addr)
{
	struct trace *t = &sim.model->trace;

	if (t->block && t->n_prefetches < N_PREFETCHES)
		t->prefetch[t->n_prefetches++] = addr;
}

/* Its memory goes; nothing may point to it. */
void model_forget(struct block *b)
{
	if (!b->description)
		return;
	model_stop();
	window_forget();
	VG_(free)(b->description);
	b->description = NULL;
}

/* ---- while a block is translated: which accesses it has ---- */

void model_log_begin(void)
{
	sim.model->n_log = 0;
	sim.model->log_full = False;
}

void model_log(const struct block *b, const struct access *a, Int offset,
               UInt size)
{
	struct model *m = sim.model;
	const UWord i = (UWord)(a - b->accesses);

	if (m->n_log == N_LOG || i >= N_LOG) {
		m->log_full = True;
		return;
	}
	m->log[m->n_log++] = (struct logged){ (UShort)i, (UShort)size, offset };
}

/* The previous access again: the location is read and written */
void model_log_again(void)
{
	struct model *m = sim.model;

	if (m->n_log == N_LOG || !m->n_log) {
		m->log_full = True;
		return;
	}
	m->log[m->n_log] = m->log[m->n_log - 1];
	m->n_log++;
}
