/*
 * perfexpert-sim: what sampling tells: strides, bytes used of a line, distinct
 * lines
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "sim.h"

static UInt next_random(void)
{
	sim.random = sim.random * 1664525u + 1013904223u;
	return sim.random >> 16;
}

/*
 * The most frequent differences between successive addresses, kept by the
 * Misra-Gries rule: a newcomer takes an empty place or wears all others down.
 */
static void count_delta(struct stride *s, Long delta)
{
	UInt empty = N_STRIDES;

	s->total++;
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

void sample_stride(struct mem_stat *mem, UInt store, Addr addr)
{
	struct stride *s = mem->stride[store];

	if (!s) {
		s = VG_(calloc)("sim.stride", 1, sizeof *s);
		mem->stride[store] = s;
	}
	if (s->burst == sim.burst)
		count_delta(s, (Long)(addr - s->last));
	s->burst = sim.burst;
	s->last = addr;
}

/* Watches the line just fetched into `way`, if a watcher is free. */
void sample_line(struct mem_stat *mem, ULong way)
{
	sim.track_in = 32 + next_random() % 64;
	for (UInt i = 0; i < N_TRACKED; i++) {
		struct tracked *t = &sim.tracked[i];

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
	struct tracked *t = &sim.tracked[tracked];
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
	struct tracked *t = &sim.tracked[tracked];
	const ULong line = sim.g_l1d.line;
	const ULong grain = line > 64 ? line / 64 : 1;

	t->mem->lines++;
	t->mem->bytes += grain * (ULong)__builtin_popcountll(t->mask);
	t->mem = NULL;
	sim.is_tracked[way] = 0;
}

static ULong mix(ULong x)
{
	x *= 0x9e3779b97f4a7c15ULL;
	x ^= x >> 32;
	x *= 0xd6e8feb86659fd93ULL;
	return x ^ (x >> 32);
}

/* HyperLogLog (Flajolet et al., 2007) with 16 registers: error about 26 %. */
void sample_distinct(struct mem_stat *mem, ULong line)
{
	const ULong h = mix(line);
	const UInt rank = 1 + (UInt)__builtin_ctzll((h >> 4) | (1ULL << 59));
	UChar *reg = &mem->hll[h & 15];

	if (rank > *reg)
		*reg = (UChar)rank;
}

/*
 * In units of 2^-32, as helpers keep off floating point. Small counts are
 * linear counting: m ln(m / empty), tabulated for m = 16.
 */
ULong sample_distinct_count(const struct mem_stat *mem)
{
	static const UChar linear[17] = { 0, 44, 33, 27, 22, 19, 16, 13, 11,
		                          9, 8,  6,  5,  3,  2,  1,  0 };
	ULong sum = 0;
	UInt empty = 0;

	for (UInt i = 0; i < 16; i++) {
		const UInt r = mem->hll[i] > 32 ? 32 : mem->hll[i];

		sum += 1ULL << (32 - r);
		empty += !r;
	}
	/* alpha * m^2 = 0.673 * 256 = 172.3 */
	const ULong n = (172ULL << 32) / sum;

	return n <= 40 && empty ? linear[empty] : n;
}
