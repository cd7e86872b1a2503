/*
 * perfexpert-sim: caches, memory and TLBs in time
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "cache.h"
#include "heap.h"
#include "model.h"

/*
 * Which level has a line, the simulated caches say; they know no prefetching
 * and no time. Here are the lines that are on their way, or were brought
 * before they were asked for, the entries that wait for them, and the paths
 * that carry one after the other.
 */

enum {
	COMING_BITS = 13,
	N_COMING = 1 << COMING_BITS, /* lines */
	N_PATH = 1 << 13,            /* places of a path that are known */
	N_SET = 1 << 6,              /* the same of a set of L1 */
	N_QUEUED = 1 << 10,          /* stores */
	N_ASKED = 8,
	N_PAIRS = 256,  /* by instruction; others may share an entry */
	PAIR_FOUND = 4, /* how much surer one more makes */
	SURE_OF_PAIR = 12,
	N_STREAMS = 64,
};

/* A path of a level, which carries a line in each place of its time. */
struct path {
	ULong slot;   /* ticks for one line */
	ULong n;      /* places that are known, a power of two */
	ULong *taken; /* number of the place + 1 */
};

struct coming {
	ULong line;    /* + 1 */
	ULong at;      /* when it is there */
	ULong queued;  /* of that, for its path */
	ULong crowded; /* of that, for its set */
	UChar level;   /* enum cause: from where */
	UChar into; /* 1, 2: level that it is prefetched to; 0: was asked for */
	UInt number; /* of the lines that came to its set, the so-many-th */
	UInt burst;  /* in which it came */
};

/* The sets of a level: each takes one line after the other. */
struct sets {
	ULong n, ways;
	UInt *came; /* by set: lines, since the start */
};

struct queued_store {
	ULong granule; /* address / 8, + 1 */
	Addr addr;
	UInt size;
	UShort base;
	Int constant;
	ULong value, data;       /* when it was ready; when the store has it */
	ULong gone;              /* when it is in L1 */
	ULong pass;              /* through a block, in which it was stored */
	const struct mem_op *by; /* only compared: it may be gone */
	Bool whole;
};

struct stream {
	ULong last; /* line */
	Int direction;
	UInt seen;
	ULong ahead; /* the furthest line that was asked for */
	ULong since; /* the next one waits for a place; 0: it does not */
	ULong stamp;
};

/* A line that missed L1, and who asked for it: an entry of memory.pair. */
struct asked {
	ULong line;
	UChar who;
};

/* Which line beside his own is asked for soon, and how sure that is */
struct pair {
	Char direction; /* 1, -1 */
	UChar sure;
};

struct memory {
	struct path l2, l3, memory;
	struct path code; /* from L2 into L1I */
	struct path *set; /* of L1 */
	struct sets l1_sets, l2_sets;
	ULong written; /* ticks that lines written back did not take yet */
	struct coming coming[N_COMING];
	struct heap l1_misses, l2_misses, walkers;
	struct queued_store store[N_QUEUED];
	ULong code_translated; /* when the last page of code was, */
	ULong code_came;       /* and its last line came */
	struct stream stream[N_STREAMS];
	struct asked asked[N_ASKED]; /* the last ones, in turn */
	UInt n_asked;
	struct pair pair[N_PAIRS];
	ULong stamp;
};

static void path_init(struct path *p, ULong ticks, ULong n)
{
	p->slot = ticks ? ticks : 1;
	p->n = n;
	p->taken = VG_(calloc)("sim.path", n, sizeof *p->taken);
}

static void sets_init(struct sets *s, const struct geometry *g)
{
	const ULong ways = g->ways ? g->ways : 1;
	const ULong lines = g->none || !g->line ? 1 : g->size / g->line;

	s->n = lines > ways ? lines / ways : 1;
	s->ways = lines > ways ? ways : lines;
	s->came = VG_(calloc)("sim.sets", s->n, sizeof *s->came);
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
	m->set = VG_(calloc)("sim.sets", m->l1_sets.n, sizeof *m->set);
	for (ULong i = 0; i < m->l1_sets.n; i++)
		path_init(&m->set[i], n->l1_set, N_SET);
	heap_init(&m->l1_misses, n->l1_misses);
	heap_init(&m->l2_misses, n->l2_misses);
	heap_init(&m->walkers, n->walkers);
}

/* The first place of the path from then on. */
static ULong path_take(struct path *p, ULong from)
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

static UInt *came(struct sets *s, ULong line)
{
	return &s->came[line % s->n];
}

/* A line is there; when it is in its set of L1. */
static ULong enter_l1(ULong line, ULong at)
{
	struct memory *m = sim.model->memory;
	struct path *set = &m->set[line % m->l1_sets.n];

	++*came(&m->l1_sets, line);
	if (at < set->slot)
		return at;
	/* a place begins when it is asked for, not by the clock */
	const ULong in = path_take(set, at - set->slot + 1);

	return in > at ? in : at;
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

static struct coming *coming_at(ULong line)
{
	struct memory *m = sim.model->memory;

	/* arrays at round distances must not meet: Knuth's multiplication */
	return &m->coming[line * 0x9e3779b97f4a7c15ULL >> (64 - COMING_BITS)];
}

static struct coming *find_coming(ULong line)
{
	struct coming *c = coming_at(line);

	return c->line == line + 1 ? c : NULL;
}

/* A line that was prefetched in this burst, and not pushed out since. */
static struct coming *find_prefetched(ULong line)
{
	struct memory *m = sim.model->memory;
	struct coming *c = find_coming(line);
	struct sets *s;

	if (!c || !c->into || c->burst != sim.model->bursts)
		return NULL;
	s = c->into == 1 ? &m->l1_sets : &m->l2_sets;
	return *came(s, line) - c->number < s->ways ? c : NULL;
}

/* Which level a line would come from, without touching it. */
static enum cause level_of(Addr addr)
{
	if (!sim.l2.none && level_has(&sim.l2, addr))
		return FROM_L2;
	if (sim.others.on)
		return others_have(addr) ? FROM_L3 : MEMORY_LATENCY;
	if (!sim.l3.none && level_has(&sim.l3, addr))
		return FROM_L3;
	return MEMORY_LATENCY;
}

static enum cause level_missed(UInt missed)
{
	if (!(missed & MISS_L2))
		return FROM_L2;
	if (!(missed & (MISS_L3 | MISS_OTHERS)) && !sim.l3.none)
		return FROM_L3;
	return MEMORY_LATENCY;
}

/* A line that is asked for at a time: when it comes; what it waits for its
 * path.
 */
static ULong request(enum cause level, ULong from, ULong *queued)
{
	struct memory *m = sim.model->memory;
	const struct numbers *n = &sim.model->n;
	ULong start, asked;

	switch (level) {
	case FROM_L2:
		start = path_take(&m->l2, from);
		*queued = start - from;
		return start + n->l2_latency;
	case FROM_L3:
		start = path_take(&m->l3, from);
		*queued = start - from;
		return start + n->l3_latency;
	default:
		asked = from;
		from = heap_free(&m->l2_misses, from);
		start = path_take(&m->memory, from);
		/* places are taken by those who queue; else by latency alone */
		*queued = start - from >= m->memory.slot ? start - asked : 0;
		heap_take(&m->l2_misses, start + n->memory_latency);
		return start + n->memory_latency;
	}
}

/* It goes on from L2 into L1. */
static void to_l1(struct coming *c, ULong line, ULong at)
{
	struct memory *m = sim.model->memory;

	c->at = enter_l1(line, at);
	c->crowded = c->at - at;
	c->number = *came(&m->l1_sets, line);
}

static struct coming *bring(Addr addr, ULong from, enum cause level, UInt into)
{
	struct memory *m = sim.model->memory;
	const ULong line = addr >> sim.l1d.shift;
	struct coming *c = coming_at(line);
	ULong at;

	c->line = line + 1;
	c->level = (UChar)level;
	c->into = (UChar)into;
	c->burst = sim.model->bursts;
	at = request(level, from, &c->queued);
	if (level != FROM_L2)
		c->number = ++*came(&m->l2_sets, line);
	if (into == 2) {
		c->at = at;
		c->crowded = 0;
	} else {
		to_l1(c, line, at);
	}
	return c;
}

/* ---- prefetching ---- */

/* False: there was no entry for it, and none is waited for. */
static Bool prefetch(Addr addr, ULong from, UInt into)
{
	struct memory *m = sim.model->memory;
	struct coming *c = find_prefetched(addr >> sim.l1d.shift);
	const enum cause level = level_of(addr);

	if (c && c->into <= into)
		return True;
	if (c) {
		/* it is on its way to L2, or there */
		from += sim.model->n.l2_latency;
		to_l1(c, c->line - 1, c->at > from ? c->at : from);
		c->into = (UChar)into;
		return True;
	}
	if (into == 2 && level == FROM_L2)
		return True;
	if (level == MEMORY_LATENCY && heap_free(&m->l2_misses, from) > from)
		return False;
	if (cache_find(&sim.l1d, addr >> sim.l1d.shift) != NO_WAY)
		return True;
	bring(addr, from, level, into);
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

/* By instruction: the stride from its last access to this one. */
static void prefetch_stride(struct mem_op *op, Addr addr, ULong from)
{
	const struct numbers *n = &sim.model->n;
	const Long stride = (Long)(addr - op->last);
	const ULong length = (ULong)(stride < 0 ? -stride : stride);

	if (!n->prefetch_stride)
		return;
	op->last = addr;
	if (stride != op->stride) {
		op->stride = stride;
		op->sure = 0;
		return;
	}
	if (!stride || length > n->prefetch_stride_reach || ++op->sure < 2)
		return;
	const Addr to = addr + (ULong)(stride * (Long)n->prefetch_stride_ahead);

	if (is_followed(addr, to) &&
	    to >> sim.l1d.shift != addr >> sim.l1d.shift)
		prefetch(to, from, 1);
}

/* The stream that a line is the next one of, or the next but one. */
static struct stream *find_stream(ULong line)
{
	struct memory *m = sim.model->memory;
	struct stream *oldest = &m->stream[0];
	const UInt n = sim.model->n.prefetch_streams < N_STREAMS
	                       ? (UInt)sim.model->n.prefetch_streams
	                       : N_STREAMS;

	for (UInt i = 0; i < n; i++) {
		if (m->stream[i].last + 2 - line <= 4)
			return &m->stream[i];
		if (m->stream[i].stamp < oldest->stamp)
			oldest = &m->stream[i];
	}
	VG_(memset)(oldest, 0, sizeof *oldest);
	oldest->last = line;
	return oldest;
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
		prefetch(next, from, 1);
		addr = next;
	}
}

/* Lines in a row that miss L1 are followed, within a page, into L2. */
static void prefetch_stream(Addr addr, ULong from)
{
	const struct numbers *n = &sim.model->n;
	const UInt shift = sim.l1d.shift;
	const ULong line = addr >> shift;

	if (!n->prefetch_streams)
		return;
	struct stream *s = find_stream(line);
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

		if (!prefetch(wanted << shift, from, 2)) {
			s->since = s->since ? s->since : from;
			break;
		}
		waited(wanted, s, from);
		s->ahead = wanted;
	}
}

/*
 * The line beside what an instruction asked for: it is of use where somebody
 * asks for it soon, which the last ones that were asked for tell.
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

static void prefetch_next(const struct mem_op *op, Addr addr, ULong from)
{
	Int direction = 1;

	if (sim.model->n.prefetch_next_learns)
		direction = direction_of(op, addr >> sim.l1d.shift);
	for (ULong k = 1; direction && k <= sim.model->n.prefetch_next; k++) {
		const Addr far = k << sim.l1d.shift;
		const Addr next = direction > 0 ? addr + far : addr - far;

		if (same_page(addr, next))
			prefetch(next, from,
			         (UInt)sim.model->n.prefetch_next_into);
	}
}

/* ---- translation ---- */

static ULong translate(UInt missed, ULong from)
{
	struct memory *m = sim.model->memory;
	const struct numbers *n = &sim.model->n;
	ULong start, took;

	if (!(missed & MISS_TLB1))
		return from;
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

/* ---- stores that are queued ---- */

static struct queued_store *store_at(Addr addr)
{
	return &sim.model->memory->store[(addr >> 3) % N_QUEUED];
}

static void remember_store(const struct mem_op *op, Addr addr, ULong value,
                           ULong data, ULong gone)
{
	const Addr last = addr + (op->size ? op->size - 1 : 0);

	for (Addr a = addr & ~(Addr)7; a <= last; a += 8) {
		struct queued_store *s = store_at(a);

		s->granule = (a >> 3) + 1;
		s->addr = addr;
		s->size = op->size;
		s->base = op->base;
		s->constant = op->constant;
		s->value = value;
		s->data = data;
		s->gone = gone;
		s->pass = sim.model->passes;
		s->by = op;
		s->whole = op->whole;
	}
}

/* By register and constant alone; temporaries are of one pass only. */
static Bool is_same_place(const struct mem_op *op, const struct queued_store *s)
{
	return op->base != 0xffff && s->base == op->base &&
	       s->constant == op->constant &&
	       (op->base < MAX_SLOTS || s->pass == sim.model->passes);
}

static ULong least(ULong a, ULong b)
{
	return a < b ? a : b;
}

static ULong later(ULong a, ULong b)
{
	return a > b ? a : b;
}

/* Does a queued store give what is loaded? 0: none; else when it is there. */
static ULong forward(struct mem_op *op, Addr addr, ULong from)
{
	const struct numbers *n = &sim.model->n;
	const struct queued_store *s = store_at(addr);
	const struct queued_store *t = store_at(addr + op->size - 1);
	ULong at;

	if (s->granule != (addr >> 3) + 1)
		s = NULL;
	if (t->granule != ((addr + op->size - 1) >> 3) + 1)
		t = NULL;
	if (!s)
		s = t;
	if (!s || s->gone <= from || s->addr >= addr + op->size ||
	    s->addr + s->size <= addr)
		return 0;
	if (s->addr > addr || s->addr + s->size < addr + op->size ||
	    (t && t->addr != s->addr)) {
		/* only in part: it waits until all is in L1 */
		at = t && t->gone > s->gone ? t->gone : s->gone;
		return at + n->store_forward_fail;
	}
	at = later(s->data, from) + n->store_forward;
	op->again = s->by == op->from ? op->again + 1 : 0;
	op->from = s->by;
	/* passed on without a way through the queue of stores */
	if (!op->whole || !s->whole)
		return at;
	if (is_same_place(op, s))
		at = least(at, later(s->value, from) + n->store_rename);
	if (op->again > 2)
		at = least(at, later(s->value, from) + n->store_predict);
	return at;
}

/* ---- accesses ---- */

/* What a line that queues for its path waits for. */
static UChar path_of(UChar level)
{
	return level == MEMORY_LATENCY ? MEMORY_BANDWIDTH : level;
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

/* The line was not in L1 as it was simulated. */
static void load_missed(struct served *s, const struct mem_op *op, Addr addr,
                        UInt missed, ULong from, ULong latency)
{
	struct memory *m = sim.model->memory;
	const struct numbers *n = &sim.model->n;
	struct coming *c = find_prefetched(addr >> sim.l1d.shift);
	const ULong start = heap_free(&m->l1_misses, from);

	if (c && c->into == 1) {
		arrives(s, c, from, from + latency);
		if (c->at <= from)
			s->level = FROM_L1;
	} else if (c) {
		/* brought to L2 before */
		arrives(s, c, from, start + n->l2_latency);
		if (c->at <= from)
			s->level = FROM_L2;
		to_l1(c, c->line - 1, s->done);
		s->done = c->at;
		if (c->crowded) {
			s->late += c->crowded;
			s->late_for = s->level;
		}
		heap_take(&m->l1_misses, s->done);
	} else {
		c = bring(addr, start, level_missed(missed), 0);
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

void memory_load(struct served *s, struct mem_op *op, const struct recorded *r,
                 ULong start, ULong latency)
{
	const Addr addr = r->addr + (Addr)(Long)op->offset;
	const UInt missed = op->offset || !r->here ? 0 : r->missed;
	const ULong translated = translate(missed, start);
	const ULong forwarded = forward(op, addr, translated);
	const struct coming *c = find_coming(addr >> sim.l1d.shift);

	VG_(memset)(s, 0, sizeof *s);
	s->level = FROM_L1;
	s->tlb = translated - start;
	s->done = translated + latency;
	if (forwarded) {
		s->done = forwarded;
		return;
	}
	if (missed & MISS_L1)
		load_missed(s, op, addr, missed, translated, latency);
	else if (c && c->at > s->done)
		arrives(s, c, translated, s->done);
	if (is_split(addr, op->size))
		s->done += sim.model->n.line_split;
	prefetch_stride(op, addr, translated);
}

ULong memory_store(struct mem_op *op, const struct recorded *r, ULong start,
                   UChar *cause)
{
	const Addr addr = r->addr + (Addr)(Long)op->offset;
	const UInt missed = op->offset || !r->here ? 0 : r->missed;
	const ULong translated = translate(missed, start);
	struct coming *c = find_coming(addr >> sim.l1d.shift);
	ULong at = translated;

	*cause = STORES;
	if (missed & MISS_L1) {
		struct served s = { .done = translated };

		load_missed(&s, op, addr, missed, translated, 0);
		at = s.done;
		if (s.late && s.late_for != MEMORY_LATENCY)
			*cause = s.late_for;
		/* it is written back one day */
		if (missed & MISS_L2 && level_missed(missed) == MEMORY_LATENCY)
			write_back(at);
	} else if (c && c->at > at) {
		at = c->at;
		if (c->queued)
			*cause = path_of(c->level);
	}
	prefetch_stride(op, addr, translated);
	return at;
}

void memory_stored(const struct mem_op *op, const struct recorded *r,
                   ULong value, ULong data, ULong gone)
{
	remember_store(op, r->addr + (Addr)(Long)op->offset, value, data, gone);
}

/*
 * A line of code that is not in L1I. Those that a branch leads to come faster
 * than one after the other.
 */
ULong memory_fetch(const struct fetch_record *r, ULong start, Bool jumped_to,
                   UChar *cause)
{
	struct memory *m = sim.model->memory;
	const struct numbers *n = &sim.model->n;
	ULong at = start, queued;

	if (r->missed & MISS_TLB1) {
		/* addresses are predicted ahead, but translated in order */
		at = later(at, m->code_translated);
		at += r->missed & MISS_TLB2 ? n->walk + n->l2_latency
		                            : n->tlb2_hit;
		m->code_translated = at;
		*cause = INSTRUCTION_TLB;
	}
	if (r->missed & MISS_L1) {
		const enum cause level = level_missed(r->missed);
		const ULong before = at;

		at = path_take(&m->code, request(level, at, &queued));
		if (!jumped_to)
			at = later(at, m->code_came + n->code_line);
		m->code_came = at;
		if (at - before > before - start)
			*cause = FETCH;
	}
	return at;
}
