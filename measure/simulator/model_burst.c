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

enum {
	WARM_UP = 1000, /* instructions replayed, but not charged */
	LENGTH = 3000,  /* of a burst, with those */
	/* blocks until it begins; random, a mask: what is executed just behind
	 * a system call, when the core asks, is not all of the program */
	MAX_SKIPPED = 65535,
	FIRST = 2048, /* instructions until the first burst; then an eighth more
	               */
	USUAL_BLOCK = 5, /* instructions */
	ASKED = 100000,  /* blocks after which the core asks; a burst begins */
	EVERY = 2,       /* ... of so many times one, any of them */
	IN_A_PART = 3,   /* each time so many, where a part tells of the run */
	BETWEEN = 16383, /* blocks from one of these to the next; a mask */
	MOST = 1 << 19,  /* each time, up to so many */
};

static UInt next_random(void)
{
	sim.model->random = sim.model->random * 1664525u + 1013904223u;
	return sim.model->random >> 12;
}

void model_stop(void)
{
	struct model *m = sim.model;

	if (sim.tracing) {
		floor_end();
		others_rate(window_time() - m->began,
		            m->stamp - m->began_stamp);
	}
	sim.model_on = sim.tracing = False;
	m->trace.block = NULL;
	m->skip = m->left = m->more = 0;
}

/* The run is to be ended when enough was seen: that is little. */
static Bool is_for_a_part(void)
{
	return sim.slices.watch_file != NULL;
}

/* The thread goes; a burst that is still to come will come. */
void model_pause(void)
{
	if (sim.tracing)
		model_stop();
}

void model_begin(void)
{
	sim.model->early = FIRST;
	sim.model->per_block = USUAL_BLOCK;
}

/* A child starts from zero, as its instructions' accounts do. */
void model_forked(void)
{
	struct model *m = sim.model;

	sim.tracing = False;
	model_stop();
	m->modelled = m->elapsed = m->not_followed = 0;
	m->bursts = 0;
	model_begin();
}

/*
 * Of the times that the core asks: every second would be behind one kind of
 * calls where two kinds take turns.
 */
static Bool is_its_turn(void)
{
	struct model *m = sim.model;

	if (m->asked % EVERY == 0)
		m->turn = (next_random() >> 8) % EVERY;
	return m->asked++ % EVERY == m->turn;
}

/*
 * A burst begins soon. It ends where another thread gets to run: what threads
 * do to each other is not modelled.
 */
Bool model_arm(void)
{
	struct model *m = sim.model;

	if (!m->wanted || sim.slices.mode != WATCHING)
		return False;
	if (sim.model_on)
		return True;
	if (m->early > MOST && !is_for_a_part() && !is_its_turn())
		return True;
	m->skip = 1 + (next_random() & MAX_SKIPPED);
	m->more = m->early > MOST && is_for_a_part() ? IN_A_PART - 1 : 0;
	sim.model_on = True;
	return True;
}

/*
 * The core only asks every 100,000 blocks or at a system call: this would
 * be too late for programs of few and large blocks.
 */
void model_arm_early(void)
{
	struct model *m = sim.model;

	if (!m->wanted || m->early > MOST || sim.model_on)
		return;
	model_arm();
	m->skip = 1 + m->early / m->per_block;
}

/* Instructions from one burst to the next, on average, behind the early ones.
 */
static ULong apart(void)
{
	const ULong asked = (ULong)ASKED * sim.model->per_block;

	return is_for_a_part() ? asked / IN_A_PART : EVERY * asked;
}

static void begin(void)
{
	struct model *m = sim.model;

	m->left = LENGTH;
	m->warming = WARM_UP;
	m->bursts++;
	/* in units of the first one's, what was passed over since the last one:
	 * a burst stands for that */
	m->weight = (m->early <= MOST ? m->early : apart()) / FIRST;
	m->blocks = 0;
	m->trace.block = NULL;
	sim.tracing = True;
	data_burst(True);
	data_empty_slots();
	window_begin();
	m->began = window_time();
	m->began_stamp = m->stamp = 0;
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
	t->n_fetches = 0;
	for (UInt i = 0; i < n; i++)
		t->count[i] = b->count[i];
	for (UInt i = 0; i < b->n_leaves; i++)
		t->missed[i] = missed_by(b->leaves[i].branch);
	t->missed[MAX_SEGMENTS - 1] = missed_by(b->end);
	for (UInt i = 0; i < b->description->n_accesses; i++)
		t->access[i].here = False;
}

/* How many segments were executed; 0: this can't be told. */
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

static void end_burst(void)
{
	struct model *m = sim.model;
	const UInt more = m->more;

	m->per_block = m->blocks < LENGTH ? LENGTH / m->blocks : 1;
	model_stop();
	if (more && sim.slices.mode == WATCHING) {
		m->more = more - 1;
		m->skip = 1 + (next_random() & BETWEEN);
		sim.model_on = True;
		return;
	}
	if (m->early <= MOST)
		m->early += m->early / 8;
	model_arm_early();
}

/* Called by translations at their start while a burst lasts or is near. */
VG_REGPARM(1) void model_enter(struct block *b)
{
	struct model *m = sim.model;

	if (m->skip) {
		if (--m->skip)
			return;
		begin();
	}
	if (m->trace.block && !replay(m->trace.block)) {
		model_stop();
		return;
	}
	if (!m->left) {
		end_burst();
		return;
	}
	if (!b->description) {
		m->not_followed++;
		model_stop();
		return;
	}
	m->blocks++;
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

void model_fetch(struct insn *insn, UInt missed)
{
	struct trace *t = &sim.model->trace;

	if (t->block && t->n_fetches < N_FETCHES)
		t->fetch[t->n_fetches++] =
			(struct fetch_record){ insn, (UChar)missed };
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

/* The access just before, once more: it is read and written. */
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
