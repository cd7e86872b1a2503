/*
 * perfexpert-sim: what is sampled: strides, bytes used of a line, distinct
 * lines, false sharing, which store wrote what is loaded
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/core/sim.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"

enum {
	N_TRACKED = 8,      /* lines watched for the bytes used of them */
	N_SHARED = 2048,    /* lines watched for what threads do in them */
	N_STORED = 1 << 15, /* places watched for who wrote them, .. */
	PLACE = 8,          /* .. of so many bytes */
	FOREIGN_USE = 4,    /* uses of a line that one of another cancels */
	MOST_WEIGHT = 255,
};

/*
 * A line as sampled accesses of several threads saw it. Handovers are from one
 * thread to another with a write before or after, since two threads used the
 * same place of the line for the last time.
 */
struct shared_line {
	ULong line;
	ThreadId last;
	Bool wrote; /* the last thread, since it came */
	UChar handovers;
	UChar weight;    /* how often it was used, less what others took */
	ULong written;   /* which of those places */
	UShort user[64]; /* thread, by 64th of the line; 0: none yet */
};

struct tracked {
	struct mem_stat *mem;
	ULong way;
	ULong mask;
	UInt seen;
};

/* Who wrote a place last, and which of its executions that was. */
struct stored {
	ULong place;
	const struct mem_stat *by; /* NULL: nobody */
	UInt n;
};

static struct {
	struct stored *stored;
	struct tracked tracked[N_TRACKED];
	struct shared_line shared_line[N_SHARED];
	UInt draws; /* state of the random numbers that choose loads */
} own;

static UInt next_random(UInt *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 16;
}

/*
 * The most frequent differences between successive addresses, kept by the
 * Misra-Gries rule: a newcomer takes an empty place or wears all others down.
 */
static void count_delta(struct stride *s, Long delta)
{
	UInt empty = N_STRIDES;

	s->total++;
	s->falls += delta < 0;
	for (UInt i = 0; i < N_STRIDES; i++) {
		if (s->count[i] && s->delta[i] == delta) {
			s->count[i]++;
			return;
		}
		if (!s->count[i])
			empty = i;
	}
	if (empty < N_STRIDES) {
		s->delta[empty] = delta;
		s->count[empty] = 1;
		return;
	}
	for (UInt i = 0; i < N_STRIDES; i++)
		s->count[i]--;
}

/*
 * A line that was used often keeps its slot for a while from others that want
 * it: what threads only go through must not push out what they share.
 */
static Bool has_slot(struct shared_line *s, ULong line, ThreadId thread)
{
	if (s->line != line && s->weight > FOREIGN_USE) {
		s->weight -= FOREIGN_USE;
		return False;
	}
	if (s->line != line) {
		VG_(memset)(s, 0, sizeof *s);
		s->line = line;
		s->last = thread;
	}
	if (s->weight < MOST_WEIGHT)
		s->weight++;
	return True;
}

/*
 * Is the line falsely shared? Threads use it in turn, and not just once, never
 * a place that another wrote, and write.
 */
static Bool falsely_shared(UInt store, Addr addr)
{
	const ULong size = sim.g_l1d.line, line = addr / size;
	const UInt place = (UInt)(addr % size * 64 / size);
	const ThreadId thread = VG_(get_running_tid)();
	struct shared_line *s =
		&own.shared_line[(line ^ (line >> 11)) % N_SHARED];

	if (!has_slot(s, line, thread))
		return False;
	if (s->last != thread) {
		if ((s->wrote || store) && s->handovers < 255)
			s->handovers++;
		s->last = thread;
		s->wrote = False;
	}
	s->wrote |= store != 0;
	if (s->user[place] && s->user[place] != (UShort)thread &&
	    (store || s->written >> place & 1)) {
		s->handovers = 0;
		s->written &= ~(1ULL << place);
	}
	s->written |= (ULong)(store != 0) << place;
	s->user[place] = (UShort)thread;
	return s->handovers > 2;
}

void sample_stride(struct mem_stat *mem, UInt store, Addr addr)
{
	struct stride *s = mem->stride[store];

	if (!s) {
		s = forever(sizeof *s);
		s->low = addr;
		mem->stride[store] = s;
	}
	s->low = addr < s->low ? addr : s->low;
	s->high = addr > s->high ? addr : s->high;
	if (s->burst == sim.burst)
		count_delta(s, (Long)(addr - s->last));
	s->burst = sim.burst;
	s->last = addr;
	if (sim.live_threads > 1) {
		mem->seen++;
		mem->shared += falsely_shared(store, addr);
	}
}

/* Is one of these numbers subnormal: its exponent 0, and its fraction not? */
static Bool has_small32(const UInt *v, UInt n)
{
	for (UInt i = 0; i < n; i++) {
		if (v[i] << 1 && !(v[i] << 1 >> 24))
			return True;
	}
	return False;
}

static Bool has_small64(const ULong *v, UInt n)
{
	for (UInt i = 0; i < n; i++) {
		if (v[i] << 1 && !(v[i] << 1 >> 53))
			return True;
	}
	return False;
}

/* One load in eight, at random: loops have as many loads as steps have. */
void sample_values(struct mem_stat *mem, Addr addr, UInt size)
{
	union {
		ULong of64[8];
		UInt of32[16];
	} v = { { 0 } };
	struct values *to = &mem->values;
	ULong any = 0;

	if (size < sizeof(UInt) || size > sizeof v ||
	    next_random(&own.draws) % 8 ||
	    !VG_(am_is_valid_for_client)(addr, size, VKI_PROT_READ))
		return;
	VG_(memcpy)(&v, (const void *)addr, size);
	for (UInt i = 0; i < sizeof v / sizeof *v.of64; i++)
		any |= v.of64[i];
	to->seen++;
	to->zeros += !any;
	to->small32 += has_small32(v.of32, size / sizeof(UInt));
	to->small64 += has_small64(v.of64, size / sizeof(ULong));
}

/* What was stored before says nothing: not all stores since then were seen. */
void sample_flow_begin(void)
{
	const SizeT size = N_STORED * sizeof *own.stored;

	if (!own.stored)
		own.stored = system_memory(size);
	else
		VG_(memset)(own.stored, 0, size);
}

/*
 * Looks up who wrote what is loaded, and how often that store was executed
 * since: in a loop that has both, the distance of the dependence in iterations.
 * early: too little was stored until now.
 */
void sample_flow(struct mem_stat *mem, UInt store, Addr addr, UInt size,
                 Bool early)
{
	const ULong first = addr / PLACE, last = (addr + size - 1) / PLACE;

	mem->stored += store;
	for (ULong place = first; store && place <= last; place++)
		own.stored[place % N_STORED] =
			(struct stored){ place, mem, mem->stored };
	if (store || early)
		return;
	const struct stored *s = &own.stored[first % N_STORED];
	struct flow *f = mem->flow;

	if (!f)
		f = mem->flow = forever(sizeof *f);
	f->seen++;
	if (!s->by || s->place != first)
		return;
	if (f->weight == 0) {
		f->store = s->by->insn;
		f->from = 0;
		f->ahead = 0;
	}
	if (f->store != s->by->insn) {
		f->weight--;
		return;
	}
	f->weight++;
	f->from++;
	f->ahead += s->by->stored - s->n;
}

/* Watches the line just fetched into `way`, if a watcher is free. */
void sample_line(struct mem_stat *mem, ULong way)
{
	sim.track_in = 32 + next_random(&sim.random) % 64;
	for (UInt i = 0; i < N_TRACKED; i++) {
		struct tracked *t = &own.tracked[i];

		if (t->mem)
			continue;
		t->mem = mem;
		t->mask = 0;
		t->seen = 0;
		sim.is_tracked[way] = (UChar)(i + 1);
		return;
	}
}

/* Bytes of a line used, in 64ths of it (or bytes, for shorter ones). */
void sample_bytes(UInt tracked, ULong way, Addr addr, UInt size)
{
	struct tracked *t = &own.tracked[tracked];
	const ULong line = sim.g_l1d.line;
	const UInt grain = line > 64 ? (UInt)(line / 64) : 1;
	const ULong all = line >= 64 ? ~0ULL : (1ULL << line) - 1;
	const UInt from = (UInt)(addr & (line - 1)) / grain;
	const UInt to = (UInt)((addr & (line - 1)) + size - 1) / grain;

	t->mask |= (~0ULL >> (63 - (to - from))) << from;
	/* a line that stays for ever must not keep the watcher */
	if (t->mask == all || ++t->seen == 4096)
		sample_evicted(tracked, way);
}

void sample_evicted(UInt tracked, ULong way)
{
	struct tracked *t = &own.tracked[tracked];
	const ULong line = sim.g_l1d.line;
	const ULong grain = line > 64 ? line / 64 : 1;

	t->mem->lines++;
	t->mem->bytes += grain * (ULong)__builtin_popcountll(t->mask);
	t->mem = NULL;
	sim.is_tracked[way] = 0;
}

/* HyperLogLog (Flajolet et al., 2007). */
static void add_distinct(UChar *hll, ULong hash)
{
	const ULong h = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93ULL;
	const UInt rank = 1 + (UInt)__builtin_clzll(h | 1);
	UChar *reg = &hll[(h ^ (h >> 40)) % N_HLL];

	if (rank > *reg)
		*reg = (UChar)rank;
}

void sample_distinct(struct mem_stat *mem, ULong hash, UInt place)
{
	add_distinct(mem->hll, hash);
	add_distinct(mem->hll_places, hash + place * 0x9fb21c651e98df25ULL);
}

/* Small numbers by linear counting: m ln(m / empty). One line in 8 is seen. */
ULong sample_distinct_count(const UChar *hll)
{
	const double m = N_HLL;
	double sum = 0, linear = 0;
	UInt empty = 0;

	for (UInt i = 0; i < N_HLL; i++) {
		sum += 1.0 / (double)(1ULL << hll[i]);
		empty += !hll[i];
	}
	const double n = 0.709 * m * m / sum;

	if (n > 2.5 * m || !empty)
		return (ULong)(8 * n + 0.5);
	/* the logarithm as a sum over midpoints: there is no libm here */
	for (UInt i = empty; i < N_HLL; i++)
		linear += m / (i + 0.5);
	return (ULong)(8 * linear + 0.5);
}
