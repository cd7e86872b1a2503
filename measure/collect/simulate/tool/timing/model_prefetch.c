/*
 * perfexpert-sim: prefetching in time
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memory.h"

/* ---- what the core prefetches ---- */

/* False: there was no entry for it, and none is waited for. */
static Bool prefetch(Addr addr, ULong from, UInt into, Bool in_row)
{
	struct memory *m = sim.model->memory;
	struct coming *c = find_prefetched(addr >> sim.l1d.shift);
	const enum cause level = level_of(addr);

	if (c && c->into <= into)
		return True;
	if (c) {
		/* it is on its way to L2, or there */
		from += sim.model->n.l2_latency;
		to_l1(c, c->line - 1, c->at > from ? c->at : from,
		      c->in_row ? CAUSE_L2 : (enum cause)c->level);
		c->into = (UChar)into;
		return True;
	}
	if (find_asked(addr >> sim.l1d.shift, from) ||
	    (into == 2 && level == CAUSE_L2))
		return True;
	if (level == CAUSE_MEMORY_LATENCY &&
	    heap_free(&m->l2_misses, from) > from)
		return False;
	if (cache_find(&sim.l1d, addr >> sim.l1d.shift) != NO_WAY)
		return True;
	bring(addr, from, level, into, in_row);
	return True;
}

static Bool same_page(Addr a, Addr b)
{
	return a / sim.model->n.prefetch_page == b / sim.model->n.prefetch_page;
}

static Bool is_followed(Addr a, Addr b)
{
	const ULong page = sim.model->n.prefetch_stride_page;

	return page ? a / page == b / page : same_page(a, b);
}

/*
 * Stride prefetcher, by instruction: a new stride replaces the current one only
 * when it comes twice in a row.
 */
static Bool is_stride(struct apart *p, Addr addr)
{
	const Long stride = (Long)(addr - p->last);

	p->last = addr;
	if (stride == p->stride) {
		p->sure++;
		p->run++;
		return True;
	}
	p->run = 0;
	if (stride == p->other) {
		p->stride = stride;
		p->sure = 0;
		p->run = 2;
	}
	p->other = stride;
	return False;
}

static struct apart *apart_of(const struct mem_op *op)
{
	struct apart *p = &sim.model->memory->apart[op->key % N_APART];

	if (p->key != op->key)
		*p = (struct apart){ .key = op->key };
	return p;
}

/* What the page of a prefetch takes, whose line is in no cache's record. */
static ULong translate_ahead(Addr addr, ULong from)
{
	struct ahead *a = ahead_at(addr);
	UInt missed = MISS_TLB1;

	if (cache_find(&sim.dtlb, addr >> sim.dtlb.shift) != NO_WAY)
		return from;
	if (sim.dtlb2.none || !level_has(&sim.dtlb2, addr))
		missed |= MISS_TLB2;
	from = translate(addr, missed, from);
	*a = (struct ahead){ addr >> sim.dtlb.shift, from, sim.model->bursts };
	return from;
}

/* As prefetch(), of a line that follows a stride or a stream. */
static Bool prefetch_followed(Addr addr, ULong from, UInt into, Bool in_row)
{
	if (sim.model->n.prefetch_translates)
		from = translate_ahead(addr, from);
	return prefetch(addr, from, into, in_row);
}

/* One line after the other */
static Bool is_row(const struct apart *p)
{
	const Long line = (Long)1 << sim.l1d.shift;

	return p->stride <= line && p->stride >= -line;
}

/* So many strides ahead; less where they would push each other out of a set. */
static void prefetch_far(const struct apart *p, ULong strides, UInt into,
                         ULong from)
{
	const struct sets *l2 = &sim.model->memory->l2_sets;
	const ULong span = l2->n << sim.l1d.shift;

	if (!sim.l2.hashed && !sim.l2.frame_mask &&
	    (ULong)p->stride % span == 0 && strides + 2 > l2->ways)
		strides = l2->ways > 2 ? l2->ways - 2 : 1;
	const Addr to = p->last + (ULong)(p->stride * (Long)strides);

	if (!is_followed(p->last, to) ||
	    to >> sim.l1d.shift == p->last >> sim.l1d.shift)
		return;
	prefetch_followed(to, from, into, is_row(p));
}

/* The more often it came, the farther lines are fetched into L2. */
void prefetch_stride(const struct mem_op *op, Addr addr, ULong from)
{
	const struct numbers *n = &sim.model->n;
	struct apart *p = apart_of(op);
	ULong far = n->prefetch_stride_far;

	if (!n->prefetch_stride || !is_stride(p, addr) || !p->stride)
		return;
	if ((ULong)(p->stride < 0 ? -p->stride : p->stride) >
	    n->prefetch_stride_reach)
		return;
	if (far > p->sure)
		far = p->sure;
	if (far > p->run + 1)
		far = p->run + 1;
	if (far > 1)
		prefetch_far(p, far - 1, 2, from);
	if (far)
		prefetch_far(p, far, 2, from);
	if (p->run > 2)
		prefetch_far(p, n->prefetch_stride_ahead, 1, from);
}

/* The stream that a line is the next one of, or the next but one; or the one
 * that came longest ago. */
static struct stream *find_stream(ULong line, Bool *found)
{
	struct memory *m = sim.model->memory;
	struct stream *oldest = &m->stream[0];
	const UInt n = sim.model->n.prefetch_streams < N_STREAMS
	                       ? (UInt)sim.model->n.prefetch_streams
	                       : N_STREAMS;

	*found = True;
	for (UInt i = 0; i < n; i++) {
		if (m->stream[i].last + 2 - line <= 4)
			return &m->stream[i];
		if (m->stream[i].stamp < oldest->stamp)
			oldest = &m->stream[i];
	}
	*found = False;
	return oldest;
}

static struct stream *new_stream(struct stream *s, ULong line)
{
	VG_(memset)(s, 0, sizeof *s);
	s->last = line;
	s->stamp = ++sim.model->memory->stamp;
	return s;
}

/* A line that was fetched long ago. */
static void was_fetched(ULong line, UInt into)
{
	struct memory *m = sim.model->memory;

	*coming_at(line) = (struct coming){
		.line = line + 1,
		.level = CAUSE_MEMORY_LATENCY,
		.into = (UChar)into,
		.in_row = True,
		.burst = sim.model->bursts,
		.number = { m->l1_sets.came[line % m->l1_sets.n],
		            *came_l2(line) }
	};
}

/* The four lines behind are in L2, the two ahead are not. */
static Bool comes_from(Addr addr, Int direction)
{
	const Long step = direction * (Long)((Addr)1 << sim.l1d.shift);

	for (Int k = -4; k <= 2; k++) {
		const Addr at = addr + (Addr)(k * step);

		if (k && level_has(&sim.l2, at) != (k < 0))
			return False;
	}
	return same_page(addr, addr + (Addr)(-4 * step));
}

/*
 * A burst does not know streams that began before it, and a slow stream is not
 * detected again soon; but such a stream has left its lines in L2. So the next
 * line is taken to be there already; those after it are prefetched from now on,
 * at their cost.
 */
void resume_stream(Addr addr, UInt missed)
{
	const struct numbers *n = &sim.model->n;
	struct memory *m = sim.model->memory;
	const ULong line = addr >> sim.l1d.shift;
	Int direction = 1;
	Bool found;

	if (m->resumed_burst != sim.model->bursts)
		m->resumed = 0;
	m->resumed_burst = sim.model->bursts;
	if (m->resumed >= n->prefetch_streams || sim.l2.none ||
	    !(missed & MISS_L2))
		return;
	struct stream *s = find_stream(line, &found);

	if (found)
		return;
	if (!comes_from(addr, direction))
		direction = -1;
	if (!comes_from(addr, direction))
		return;
	m->resumed++;
	s = new_stream(s, line - (ULong)(Long)direction);
	s->direction = direction;
	s->seen = 2;
	s->ahead = line;
	was_fetched(line, n->prefetch_stream_near ? 1 : 2);
}

/* Places were taken by lines that queue: then this one queued as well. */
static void waited(ULong line, struct stream *s, ULong now)
{
	struct coming *c = find_coming(line);

	if (c && c->queued && s->since && now > s->since)
		c->queued += now - s->since;
	s->since = 0;
}

/* The next lines of a stream into L1. */
static void prefetch_near(Addr addr, Int direction, ULong from)
{
	const Addr line = (Addr)1 << sim.l1d.shift;

	for (ULong k = 0; k < sim.model->n.prefetch_stream_near; k++) {
		const Addr next = direction > 0 ? addr + line : addr - line;

		if (!same_page(addr, next))
			break;
		prefetch_followed(next, from, 1, True);
		addr = next;
	}
}

/* Lines in a row that miss L1 are followed, within a page, into L2. */
void prefetch_stream(Addr addr, ULong from)
{
	const struct numbers *n = &sim.model->n;
	const UInt shift = sim.l1d.shift;
	const ULong line = addr >> shift;

	if (!n->prefetch_streams)
		return;
	Bool found;
	struct stream *s = find_stream(line, &found);

	if (!found)
		new_stream(s, line);
	const Long step = (Long)(line - s->last);

	s->stamp = ++sim.model->memory->stamp;
	s->last = line;
	if (!step)
		return;
	const Int direction = step > 0 ? 1 : -1;

	if (direction != s->direction || !s->seen)
		s->ahead = line;
	s->direction = direction;
	if (++s->seen < 2)
		return;
	prefetch_near(addr, direction, from);
	for (UInt k = 0; k < 4; k++) {
		const ULong next = s->ahead + (ULong)(Long)direction;
		const Long distance = (Long)(next - line) * direction;

		if (distance > (Long)n->prefetch_ahead ||
		    !same_page(addr, next << shift))
			break;
		const ULong wanted =
			distance > 0 ? next : line + (ULong)(Long)direction;

		if (!prefetch_followed(wanted << shift, from, 2, True)) {
			s->since = s->since ? s->since : from;
			break;
		}
		waited(wanted, s, from);
		s->ahead = wanted;
	}
}

/*
 * The line next to a requested one: prefetching it pays if it is requested
 * soon, as the last such lines were or were not.
 */
static Int direction_of(const struct mem_op *op, ULong line)
{
	struct memory *m = sim.model->memory;
	const UWord key = (UWord)op / sizeof *op;
	const UChar who = (UChar)(key % N_PAIRS);
	struct pair *own = &m->pair[who];

	for (UInt i = 0; i < N_ASKED; i++) {
		const struct asked *a = &m->asked[i];
		const Long step = (Long)(line - a->line);
		struct pair *first = &m->pair[a->who];

		if (step != 1 && step != -1)
			continue;
		first->direction = (Char)step;
		first->sure = first->sure + PAIR_FOUND < SURE_OF_PAIR
		                      ? first->sure + PAIR_FOUND
		                      : SURE_OF_PAIR;
	}
	m->asked[m->n_asked++ % N_ASKED] = (struct asked){ line, who };
	own->sure -= own->sure > 0;
	return own->sure ? own->direction : 0;
}

void prefetch_next(const struct mem_op *op, Addr addr, ULong from)
{
	Int direction = 1;

	if (sim.model->n.prefetch_next_learns)
		direction = direction_of(op, addr >> sim.l1d.shift);
	for (ULong k = 1; direction && k <= sim.model->n.prefetch_next; k++) {
		const Addr far = k << sim.l1d.shift;
		const Addr next = direction > 0 ? addr + far : addr - far;

		if (same_page(addr, next))
			prefetch(next, from,
			         (UInt)sim.model->n.prefetch_next_into, True);
	}
}

/* ---- what the program prefetches ---- */

/* It waits for a place, as a load does. */
void memory_prefetch(Addr addr, UInt into, ULong start)
{
	struct memory *m = sim.model->memory;
	const ULong line = addr >> sim.l1d.shift;
	const struct coming *c = find_prefetched(line);

	start = translate_ahead(addr, start);
	if (cache_find(&sim.l1d, line) != NO_WAY || (c && c->into <= into) ||
	    (into == 2 && level_of(addr) == CAUSE_L2))
		return;
	if (c) {
		prefetch(addr, start, into, False);
		return;
	}
	start = heap_free(&m->l1_misses, start);
	heap_take(&m->l1_misses,
	          bring(addr, start, level_of(addr), into, False)->at);
}
