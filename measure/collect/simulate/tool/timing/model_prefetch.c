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

/* Time to translate the page of a prefetch whose line is in no cache's
 * record */
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

/* Distance of prefetching in strides; less if the lines would evict each
 * other from a set */
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

static UInt streams(void)
{
	const ULong n = sim.model->n.prefetch_streams;

	return n < N_STREAMS ? (UInt)n : N_STREAMS;
}

/* The stream that a line is the next one of, or the next but one; or the one
 * that came longest ago. */
static struct stream *find_stream(ULong line, Bool *found)
{
	struct memory *m = sim.model->memory;
	struct stream *oldest = &m->stream[0];

	*found = True;
	for (UInt i = 0; i < streams(); i++) {
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
	s->burst = sim.model->bursts;
	return s;
}

/*
 * How far ahead a stream fetches: what is on its way beyond L2 is shared by
 * those that are followed, for lines that one of them fetches farther ahead
 * keep the others waiting.
 */
static Long far_ahead(void)
{
	const struct memory *m = sim.model->memory;
	const struct numbers *n = &sim.model->n;
	ULong followed = 0;

	for (UInt i = 0; i < streams(); i++)
		followed += m->stream[i].seen >= 2 &&
		            m->stream[i].burst == sim.model->bursts &&
		            m->stamp - m->stream[i].stamp < 2 * streams();
	const ULong each = n->l2_misses / (followed ? followed : 1);

	return (Long)(each < n->prefetch_ahead ? each : n->prefetch_ahead);
}

/* A line that was fetched long ago. */
static struct coming *was_fetched(ULong line, UInt into)
{
	struct memory *m = sim.model->memory;
	struct coming *c = coming_at(line);

	*c = (struct coming){ .line = line + 1,
		              .level = CAUSE_MEMORY_LATENCY,
		              .into = (UChar)into,
		              .in_row = True,
		              .burst = sim.model->bursts,
		              .number = { m->l1_sets.came[line % m->l1_sets.n],
		                          *came_l2(line) } };
	return c;
}

/* A line that was asked for so long before as it takes. */
static void was_on_its_way(ULong line, ULong from, enum cause level)
{
	struct memory *m = sim.model->memory;
	const Bool l3 = level == CAUSE_L3;
	const ULong latency =
		l3 ? sim.model->n.l3_latency : sim.model->n.memory_latency;
	struct coming *c = was_fetched(line, 2);

	c->level = (UChar)level;
	c->at = path_take(l3 ? &m->l3 : &m->memory, from - latency) + latency;
	c->queued = c->at - from;
	if (!l3)
		heap_take(&m->l2_misses, c->at);
}

/*
 * The line that a resumed stream goes on with, and what it had asked for before
 * the burst, come one after the other from when it was resumed on. Not before
 * it goes on: how far ahead it was depends on how many others there are.
 */
static void was_asked(struct stream *s, Addr addr, enum cause level)
{
	const Addr line = (Addr)1 << sim.l1d.shift;
	const Addr step = s->direction > 0 ? line : -line;
	Long k = s->resumed ? far_ahead() : 0;

	for (; k > 0 && level != CAUSE_L2; k--) {
		s->ahead = addr >> sim.l1d.shift;
		was_on_its_way(s->ahead, s->resumed, level);
		if (!same_page(addr, addr + step))
			break;
		addr += step;
		level = level_of(addr);
	}
	s->resumed = 0;
}

/* The four lines before it are in L2, the two ahead are not. */
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
 * line is taken to be there already, and those after it to be on their way.
 */
void resume_stream(Addr addr, enum cause level, ULong from)
{
	const struct numbers *n = &sim.model->n;
	struct memory *m = sim.model->memory;
	const ULong line = addr >> sim.l1d.shift;
	Int direction = 1;
	Bool found;

	struct stream *s = find_stream(line, &found);

	if (found) {
		was_asked(s, addr, level);
		return;
	}
	if (m->resumed_burst != sim.model->bursts)
		m->resumed = 0;
	m->resumed_burst = sim.model->bursts;
	if (m->resumed >= n->prefetch_streams || level == CAUSE_L2)
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
	s->resumed = from;
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
static void prefetch_near(Addr addr, Int direction, ULong from, Long most)
{
	const Addr line = (Addr)1 << sim.l1d.shift;
	const Long near = (Long)sim.model->n.prefetch_stream_near;

	for (Long k = 0; k < near && k < most; k++) {
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
	if (++s->seen < 2 || s->resumed)
		return;
	const Long most = far_ahead();

	prefetch_near(addr, direction, from, most);
	for (UInt k = 0; k < 4; k++) {
		const ULong next = s->ahead + (ULong)(Long)direction;
		const Long distance = (Long)(next - line) * direction;

		if (distance > most || !same_page(addr, next << shift))
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
