/*
 * perfexpert-sim: what AVX-512's instructions are counted as
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "evex_sim.h"
#include "pub_tool_machine.h"

/*
 * As fpclass.c counts those that VEX knows. All lanes count, also those that
 * are masked: what the counters of real processors do with them was not
 * compared.
 */
void evex_see_fp(struct fp_seen *seen, const struct evex *e)
{
	if (!evex_is_fp(e))
		return;
	seen->bits = 8u * e->elem;
	switch ((enum evex_kind)e->op.kind) {
	case ADD:
		seen->add += e->lanes;
		break;
	case MUL:
		seen->lanes[FP_MUL] += e->lanes;
		break;
	case FMA:
		seen->lanes[FP_FMA] += e->lanes;
		break;
	case DOT:
		seen->lanes[FP_FMA] += 2u * e->lanes;
		break;
	case DIV:
		seen->lanes[FP_DIV] += e->lanes;
		break;
	case SQRT:
		seen->lanes[FP_SQRT] += e->lanes;
		break;
	default:
		seen->lanes[FP_OTHER] += e->lanes;
		break;
	}
}

/* ---- accesses by lanes ---- */

static ULong lanes_of(const UChar *guest, const struct evex *e)
{
	const ULong mask = *(const ULong *)(guest + evex_mask_at(e->mask));

	return e->lanes < 64 ? mask & ((1ULL << e->lanes) - 1) : mask;
}

/*
 * One access from the first lane to the last one. What is broadcast, or
 * shifts all lanes, is accessed as a whole if any lane is there.
 */
static void some_lanes(struct access *a, const UChar *guest, Addr addr,
                       ULong stamp, const struct evex *e)
{
	const ULong lanes = lanes_of(guest, e);
	const UInt grain = e->mem_bytes / e->lanes;
	UInt from, to;

	if (!lanes)
		return;
	if (e->op.form == EXPAND || e->op.form == COMPRESS) {
		from = 0;
		to = (UInt)__builtin_popcountll(lanes);
	} else {
		from = (UInt)__builtin_ctzll(lanes);
		to = 64 - (UInt)__builtin_clzll(lanes);
	}
	if (e->bit_b || e->op.mem > ELEM || !grain)
		data_some(a, addr, e->mem_bytes, stamp);
	else
		data_some(a, addr + (Addr)from * grain, (to - from) * grain,
		          stamp);
}

static Long index_of(const UChar *guest, const struct evex *e, UInt lane)
{
	const UInt size = e->opcode & 1 ? 8 : 4;
	const UInt at = lane * size;
	const UInt high = e->index < 16 && at >= 32;
	const UChar *p = guest + (high ? evex_high_at(e->index) + at - 32
	                               : evex_vector_at(e->index) + at);

	return size == 8 ? *(const Long *)p : *(const Int *)p;
}

/* a is the first of as many accesses as there are lanes. */
static void all_lanes(struct access *a, const UChar *guest, Addr base,
                      ULong stamp, const struct evex *e)
{
	const ULong lanes = lanes_of(guest, e);

	for (UInt i = 0; i < e->lanes; i++) {
		const Addr addr =
			base + ((Addr)index_of(guest, e, i) << e->scale);

		if (lanes >> i & 1)
			data_some(a + i, addr, e->mem_bytes, stamp + 2ULL * i);
	}
}

struct access *evex_emit_lanes(struct emit *out, struct insn *insn,
                               const IRDirty *d, const struct evex *e)
{
	const UInt n = evex_gathers(e) ? e->lanes : 1;
	struct access *first = NULL;

	for (UInt i = 0; i < n; i++) {
		struct access *a =
			new_access(out, insn, e->mem_bytes, evex_stores(e));

		first = first ? first : a;
	}
	emit_lanes(out, first, d->mAddr, n, e,
	           evex_gathers(e) ? (void *)all_lanes : (void *)some_lanes);
	return first;
}
