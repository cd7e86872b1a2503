/*
 * perfexpert-sim: caches, memory and TLBs in time
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memory.h"

/*
 * The simulated caches know which level has a line, but no prefetching and no
 * time. This file has the lines in flight, prefetched lines, the miss buffers
 * that wait for lines, and the paths, which carry one line after the other.
 */

static void path_init(struct path *p, ULong ticks, ULong n)
{
	p->slot = ticks ? ticks : 1;
	p->n = n;
	p->taken = VG_(calloc)("sim.branches.path", n, sizeof *p->taken);
}

/* One for each set */
static struct path *paths(ULong sets, ULong ticks)
{
	struct path *p = VG_(calloc)("sim.sets", sets, sizeof *p);

	for (ULong i = 0; i < sets; i++)
		path_init(&p[i], ticks, N_SET);
	return p;
}

static void sets_init(struct sets *s, const struct geometry *g)
{
	const ULong ways = g->ways ? g->ways : 1;
	const ULong lines = g->none || !g->line ? 1 : g->size / g->line;

	s->n = lines > ways ? lines / ways : 1;
	s->ways = lines > ways ? ways : lines;
	s->came = VG_(calloc)("sim.sets", s->n, sizeof *s->came);
}

/* As many as come one after the other in the time that one takes; any number
 * where it is not known. */
static ULong on_their_way(ULong latency, ULong each)
{
	enum { ANY = 1 << 10 };

	return each && latency / each < ANY ? (latency + each / 2) / each : ANY;
}

void memory_init(void)
{
	const struct numbers *n = &sim.model->n;
	struct memory *m = VG_(calloc)("sim.memory", 1, sizeof *m);

	sim.model->memory = m;
	path_init(&m->l2, n->l2_line, N_PATH);
	path_init(&m->l3, n->l3_line, N_PATH);
	path_init(&m->memory, n->memory_line, N_PATH);
	path_init(&m->code, n->code_line_jump, N_SET);
	sets_init(&m->l1_sets, &sim.g_l1d);
	sets_init(&m->l2_sets, &sim.g_l2);
	m->set = paths(m->l1_sets.n, n->l1_set);
	if (n->l1_set_far > n->l1_set)
		m->set_far = paths(m->l1_sets.n, n->l1_set_far);
	heap_init(&m->l1_misses, n->l1_misses);
	ring_init(&m->waiting, n->waiting_loads);
	m->waits_for = VG_(calloc)("sim.waits", m->waiting.size, 1);
	heap_init(&m->l2_misses, n->l2_misses);
	heap_init(&m->l3_asked, on_their_way(n->l3_latency, n->l3_random));
	heap_init(&m->memory_asked,
	          on_their_way(n->memory_latency, n->memory_random));
	heap_init(&m->walkers, n->walkers);
}

/* The first place of the path from then on. */
ULong path_take(struct path *p, ULong from)
{
	ULong place = (from + p->slot - 1) / p->slot;

	for (ULong i = 0; i < p->n; i++, place++) {
		ULong *taken = &p->taken[place & (p->n - 1)];

		if (*taken != place + 1) {
			*taken = place + 1;
			break;
		}
	}
	return place * p->slot;
}

/* ---- sets ---- */

static UInt *came_l1(ULong line)
{
	struct sets *s = &sim.model->memory->l1_sets;

	return &s->came[line % s->n];
}

UInt *came_l2(ULong line)
{
	struct sets *s = &sim.model->memory->l2_sets;

	if (sim.l2.none)
		return s->came;
	line = line << sim.l1d.shift >> sim.l2.shift;
	return &s->came[level_number(&sim.l2, line) % s->n];
}

/* A time slot of the set begins when a line requests it, not at fixed times. */
static ULong enter_set(struct path *set, ULong at)
{
	if (at < set->slot)
		return at;
	const ULong in = path_take(set, at - set->slot + 1);

	return in > at ? in : at;
}

/* A line is there; when it is in its set of L1. Those from beyond L2 come one
 * after the other by themselves, too. */
static ULong enter_l1(ULong line, ULong at, enum cause level)
{
	struct memory *m = sim.model->memory;
	const ULong set = line % m->l1_sets.n;

	++*came_l1(line);
	if (m->set_far && level != CAUSE_L2)
		at = enter_set(&m->set_far[set], at);
	return enter_set(&m->set[set], at);
}

/*
 * A line that is written back one day. Several of them take the place of one
 * that is read.
 */
static void write_back(ULong from)
{
	struct memory *m = sim.model->memory;

	m->written += sim.model->n.memory_write;
	for (; m->written >= m->memory.slot; m->written -= m->memory.slot)
		path_take(&m->memory, from);
}

struct coming *coming_at(ULong line)
{
	struct memory *m = sim.model->memory;

	/* arrays at round distances must not meet: Knuth's multiplication */
	return &m->coming[line * 0x9e3779b97f4a7c15ULL >> (64 - COMING_BITS)];
}

struct coming *find_coming(ULong line)
{
	struct coming *c = coming_at(line);

	return c->line == line + 1 ? c : NULL;
}

/* A line that was prefetched in this burst, and not pushed out since. */
struct coming *find_prefetched(ULong line)
{
	struct memory *m = sim.model->memory;
	struct coming *c = find_coming(line);

	if (!c || !c->into || c->burst != sim.model->bursts)
		return NULL;
	if (c->into == 1 && *came_l1(line) - c->number[0] < m->l1_sets.ways)
		return c;
	/* L2 may still have it */
	if (c->into == 1)
		c->into = 2;
	if (c->level == CAUSE_L2 ||
	    *came_l2(line) - c->number[1] >= m->l2_sets.ways)
		return NULL;
	return c;
}

/* Which level a line would come from, without touching it. */
enum cause level_of(Addr addr)
{
	if (!sim.l2.none && level_has(&sim.l2, addr))
		return CAUSE_L2;
	if (sim.others.on)
		return others_have(addr) ? CAUSE_L3 : CAUSE_MEMORY_LATENCY;
	if (!sim.l3.none && level_has(&sim.l3, addr))
		return CAUSE_L3;
	return CAUSE_MEMORY_LATENCY;
}

static enum cause level_missed(UInt missed)
{
	if (!(missed & MISS_L2))
		return CAUSE_L2;
	if (!(missed & (MISS_L3 | MISS_OTHERS)) && !sim.l3.none)
		return CAUSE_L3;
	return CAUSE_MEMORY_LATENCY;
}

/*
 * When a line that is requested at a time arrives, and how long it waits for
 * its path. Lines of loads arrive more slowly than prefetched ones, however
 * many there are.
 */
static ULong request(enum cause level, ULong from, Bool ahead, ULong *queued)
{
	struct memory *m = sim.model->memory;
	const struct numbers *n = &sim.model->n;
	ULong start, asked;

	switch (level) {
	case CAUSE_L2:
		start = path_take(&m->l2, from);
		*queued = start - from;
		return start + n->l2_latency;
	case CAUSE_L3:
		asked = from;
		if (!ahead)
			from = heap_free(&m->l3_asked, from);
		start = path_take(&m->l3, from);
		*queued = start - asked;
		if (!ahead)
			heap_take(&m->l3_asked, start + n->l3_latency);
		return start + n->l3_latency;
	default:
		asked = from;
		from = heap_free(&m->l2_misses, from);
		if (!ahead)
			from = heap_free(&m->memory_asked, from);
		start = path_take(&m->memory, from);
		/* places are taken by those who queue; else by latency alone */
		*queued = start - from >= m->memory.slot ? start - asked : 0;
		heap_take(&m->l2_misses, start + n->memory_latency);
		if (!ahead)
			heap_take(&m->memory_asked, start + n->memory_latency);
		return start + n->memory_latency;
	}
}

/* It goes on into L1, from L2 or, if it was never there, from beyond. */
void to_l1(struct coming *c, ULong line, ULong at, enum cause from)
{
	c->at = enter_l1(line, at, from);
	c->crowded = c->at - at;
	c->number[0] = *came_l1(line);
}

struct coming *bring(Addr addr, ULong from, enum cause level, UInt into,
                     Bool in_row)
{
	const ULong line = addr >> sim.l1d.shift;
	struct coming *c = coming_at(line);
	ULong at;

	c->line = line + 1;
	c->level = (UChar)level;
	c->into = (UChar)into;
	c->in_row = in_row;
	c->burst = sim.model->bursts;
	at = request(level, from, into != 0, &c->queued);
	if (level != CAUSE_L2)
		c->number[1] = ++*came_l2(line);
	if (into == 2) {
		c->at = at;
		c->crowded = 0;
	} else {
		to_l1(c, line, at, in_row ? CAUSE_L2 : level);
	}
	return c;
}

/* ---- translation ---- */

struct ahead *ahead_at(Addr addr)
{
	const ULong page = addr >> sim.dtlb.shift;

	/* pages at round distances must not meet, as above */
	return &sim.model->memory
	                ->ahead[(page * 0x9e3779b97f4a7c15ULL >> 32) % N_AHEAD];
}

/* A page that was translated in this burst for a line that was prefetched */
static Bool is_ahead(Addr addr)
{
	const struct ahead *a = ahead_at(addr);

	return a->page == addr >> sim.dtlb.shift &&
	       a->burst == sim.model->bursts;
}

ULong translate(Addr addr, UInt missed, ULong from)
{
	struct memory *m = sim.model->memory;
	const struct numbers *n = &sim.model->n;
	ULong start, took;

	if (!(missed & MISS_TLB1))
		return from;
	if (is_ahead(addr))
		return ahead_at(addr)->at > from ? ahead_at(addr)->at : from;
	if (!(missed & MISS_TLB2) && !sim.dtlb2.none)
		return from + n->tlb2_hit;
	start = heap_free(&m->walkers, from);
	took = n->walk;
	if (missed & MISS_PTE3)
		took += n->memory_latency;
	else if (missed & MISS_PTE2)
		took += n->l3_latency;
	else
		took += n->l2_latency;
	heap_take(&m->walkers, start + took);
	return start + took;
}

/* ---- accesses ---- */

/* What a line that queues for its path waits for. */
static UChar path_of(UChar level)
{
	return level == CAUSE_MEMORY_LATENCY ? CAUSE_MEMORY_BANDWIDTH : level;
}

static void arrives(struct served *s, const struct coming *c, ULong from,
                    ULong at_least)
{
	s->level = c->level;
	s->done = c->at > at_least ? c->at : at_least;
	if (c->at <= from)
		return;
	s->late = least(c->queued + c->crowded, s->done - at_least);
	s->late_for = c->crowded > c->queued ? c->level : path_of(c->level);
}

/*
 * A line in flight, which another access requested, serves all accesses that
 * wait for it, even if others evict it in program order.
 */
struct coming *find_asked(ULong line, ULong from)
{
	struct coming *c = find_coming(line);

	return c && !c->into && c->burst == sim.model->bursts && c->at > from
	               ? c
	               : NULL;
}

/* The line was not in L1 as it was simulated. */
static void load_missed(struct served *s, const struct mem_op *op, Addr addr,
                        UInt missed, ULong from, ULong latency)
{
	struct memory *m = sim.model->memory;
	const struct numbers *n = &sim.model->n;
	const struct coming *asked = find_asked(addr >> sim.l1d.shift, from);

	if (asked) {
		arrives(s, asked, from, from + latency);
		return;
	}
	resume_stream(addr, level_missed(missed), from);
	struct coming *c = find_prefetched(addr >> sim.l1d.shift);
	const ULong start = heap_free(&m->l1_misses, from);

	if (c && c->into == 1) {
		arrives(s, c, from, from + latency);
		if (c->at <= from)
			s->level = CAUSE_L1;
	} else if (c) {
		/* brought to L2 before */
		arrives(s, c, from, start + n->l2_latency);
		if (c->at <= from)
			s->level = CAUSE_L2;
		/* a line of the stride prefetcher occupies its set like a
		 * demand miss; a line of a stream does not */
		const enum cause from_far = m->set_far && !c->in_row
		                                    ? (enum cause)c->level
		                                    : s->level;

		to_l1(c, c->line - 1, s->done, from_far);
		s->done = c->at;
		if (c->crowded) {
			s->late += c->crowded;
			s->late_for = (UChar)from_far;
		}
		heap_take(&m->l1_misses, s->done);
	} else {
		c = bring(addr, start, level_missed(missed), 0, False);
		s->others = (missed & (MISS_L3 | MISS_OTHERS)) == MISS_OTHERS;
		heap_take(&m->l1_misses, c->at);
		arrives(s, c, from, from + latency);
		/* where nothing queues for the path, too few are on their way
		 */
		if (s->late < start - from)
			s->late_for = c->level;
		s->late += start - from;
	}
	c->into = 0;
	prefetch_next(op, addr, from);
	prefetch_stream(addr, from);
}

static Bool is_split(Addr addr, UInt size)
{
	return addr >> sim.l1d.shift != (addr + size - 1) >> sim.l1d.shift;
}

Bool memory_splits(const struct mem_op *op, const struct recorded *r)
{
	return r->here && is_split(r->addr + (Addr)(Long)op->offset, op->size);
}

/*
 * A load that misses takes one of the miss buffers. They are freed in program
 * order; without a free one, a load waits for what the one before waits for.
 */
static void load_waits(struct served *s, const struct mem_op *op, Addr addr,
                       UInt missed, ULong from, ULong latency)
{
	struct memory *m = sim.model->memory;
	const Bool few = sim.model->n.waiting_loads != 0;
	const ULong start = few ? later(from, ring_first(&m->waiting)) : from;
	const struct coming *c = find_coming(addr >> sim.l1d.shift);

	s->done = start + latency;
	if (missed & MISS_L1)
		load_missed(s, op, addr, missed, start, latency);
	else if (c->at > s->done)
		arrives(s, c, start, s->done);
	if (!few || s->done <= start + latency)
		return;
	UChar *cause = &m->waits_for[m->waiting.at];

	if (start - from > s->late)
		s->late_for = *cause;
	s->late += start - from;
	*cause = 2 * s->late > s->done - from ? s->late_for : s->level;
	m->waited = later(m->waited, s->done);
	ring_put(&m->waiting, m->waited);
}

void memory_load(struct served *s, struct mem_op *op, struct recorded *r,
                 ULong start, ULong latency)
{
	const Addr addr = r->addr + (Addr)(Long)op->offset;
	const UInt missed = op->offset || !r->here ? 0 : r->missed;
	const ULong translated = translate(addr, missed, start);
	const struct coming *c = find_coming(addr >> sim.l1d.shift);

	VG_(memset)(s, 0, sizeof *s);
	s->level = CAUSE_L1;
	const ULong forwarded = forward_store(s, op, addr, translated);

	s->tlb = translated - start;
	s->done = translated + latency;
	if (forwarded) {
		s->done = forwarded;
		return;
	}
	if (missed & MISS_L1 || (c && c->at > s->done))
		load_waits(s, op, addr, missed, translated, latency);
	if (is_split(addr, op->size))
		s->done += sim.model->n.line_split;
	prefetch_stride(op, addr, translated);
	/* a store to the same place finds what the load brings */
	if (!op->offset)
		r->missed &= (UChar) ~(MISS_L1 | MISS_TLB1);
}

ULong memory_store(struct mem_op *op, const struct recorded *r, ULong start,
                   UChar *cause)
{
	const Addr addr = r->addr + (Addr)(Long)op->offset;
	const UInt missed = op->offset || !r->here ? 0 : r->missed;
	const ULong translated = translate(addr, missed, start);
	struct coming *c = find_coming(addr >> sim.l1d.shift);
	ULong at = translated;

	*cause = CAUSE_STORES;
	if (missed & MISS_L1) {
		struct served s = { .done = translated };

		load_missed(&s, op, addr, missed, translated, 0);
		at = s.done;
		if (s.late && s.late_for != CAUSE_MEMORY_LATENCY)
			*cause = s.late_for;
	} else if (c && c->at > at) {
		at = c->at;
		if (c->queued)
			*cause = path_of(c->level);
	}
	/* it is written back one day */
	if (missed & MISS_L2 && level_missed(missed) == CAUSE_MEMORY_LATENCY)
		write_back(at);
	prefetch_stride(op, addr, translated);
	return at;
}

/* From one line of code to the next. */
static ULong code_line(enum cause level)
{
	const struct numbers *n = &sim.model->n;

	return level == CAUSE_L2 || !n->code_line_far ? n->code_line
	                                              : n->code_line_far;
}

/*
 * Addresses of code are predicted ahead, but translated in order: those that
 * the second TLB knows at some distance, walks one after the other.
 */
static ULong translate_code(struct memory *m, UChar missed, ULong start)
{
	const struct numbers *n = &sim.model->n;
	const Bool walks = (missed & MISS_TLB2) != 0;
	const ULong takes = walks ? n->walk + n->l2_latency : n->tlb2_hit;
	const ULong apart = walks || !n->tlb2_code ? takes : n->tlb2_code;
	const ULong at = later(start + takes, m->code_translated + apart);

	m->code_translated = at;
	return at;
}

/*
 * A line of code that is not in L1I. Those that a branch leads to come faster
 * than one after the other.
 */
ULong memory_fetch(const struct fetch_record *r, ULong start, Bool jumped_to,
                   UChar *cause)
{
	struct memory *m = sim.model->memory;
	ULong at = start, queued;

	if (r->missed & MISS_TLB1) {
		at = translate_code(m, r->missed, at);
		*cause = CAUSE_INSTRUCTION_TLB;
	}
	if (r->missed & MISS_L1) {
		const enum cause level = level_missed(r->missed);
		const ULong before = at;

		at = path_take(&m->code, request(level, at, True, &queued));
		if (!jumped_to)
			at = later(at, m->code_came + code_line(level));
		m->code_came = at;
		if (at - before > before - start)
			*cause = CAUSE_FETCH;
	}
	return at;
}
