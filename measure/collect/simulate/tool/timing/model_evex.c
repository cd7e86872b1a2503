/*
 * perfexpert-sim: what an instruction of AVX-512 is to the core
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/evex/evex_sim.h"
#include "model_block.h"

/* A register as parts of the guest state, eight bytes each. */
struct slots {
	UInt at[8], n;
};

static void add_slots(struct slots *s, UInt offset, UInt n)
{
	for (UInt i = 0; i < n; i++)
		s->at[s->n++] = slot_at((Int)(offset + 8 * i));
}

static struct slots slots_of(const struct evex_operand *o)
{
	struct slots s = { .n = 0 };

	if (o->bank == GENERAL) {
		add_slots(&s, evex_general_at(o->number), 1);
	} else if (o->bank == MASKS) {
		add_slots(&s, evex_mask_at(o->number), 1);
	} else if (o->number >= 16) {
		add_slots(&s, evex_vector_at(o->number), 8);
	} else {
		add_slots(&s, evex_vector_at(o->number), 4);
		add_slots(&s, evex_high_at(o->number), 4);
	}
	return s;
}

/* Zeros by an exclusive or of a register and itself: nothing is executed. */
static Bool zeroes(const struct evex *e)
{
	const Bool xors = e->map == 1 && !evex_is_memory(e) && !e->mask &&
	                  (e->opcode == 0xef || e->opcode == 0x57);

	return xors && !e->is_vex && e->vvvv == e->rm;
}

/* A move takes a load's place, a store's, or is a renaming. */
static Bool only_moves(const struct evex *e)
{
	if (e->op.kind == MOVE)
		return !e->mask && (evex_is_memory(e) || e->op.form == RM ||
		                    e->op.form == MR);
	if (e->op.form == KJ || e->op.form == JK)
		return e->opcode >= 0x90 && e->map == 1;
	/* moves and broadcasts that loads and stores do themselves */
	return evex_is_memory(e) && !e->mask &&
	       ((e->op.kind == SHUFFLE && e->op.form == RM &&
	         e->op.mem >= ELEM) ||
	        (e->op.kind == CROSS && e->op.form != RVH));
}

/* Shifts and rotations of elements */
static Bool shifts(const struct evex *e)
{
	const UChar row = e->opcode & 0xf0, low = e->opcode & 0xf;

	if (e->map == 1)
		return (e->opcode >= 0x71 && e->opcode <= 0x73) ||
		       ((row == 0xd0 || row == 0xf0) && low >= 1 && low <= 3) ||
		       e->opcode == 0xe1 || e->opcode == 0xe2;
	return e->map == 2 &&
	       ((e->opcode >= 0x10 && e->opcode <= 0x15 && e->w) ||
	        (e->opcode >= 0x45 && e->opcode <= 0x47) ||
	        (e->opcode >= 0x14 && e->opcode <= 0x15));
}

static enum op_class class_of(const struct evex *e)
{
	switch ((enum evex_kind)e->op.kind) {
	case SHUFFLE:
		return C_VEC_SHUFFLE;
	case MULTIPLY:
		return C_VEC_INT_MUL;
	case COMPARE:
		return C_FP_COMPARE;
	case CONVERT:
	case ESTIMATE:
		return C_FP_CONVERT;
	case CROSS:
		if (e->op.form == RH || e->op.form == RVH || e->op.form == KH)
			return C_INT_TO_VEC;
		if (e->op.form == GM || e->op.form == HR || e->op.form == GJ ||
		    e->op.form == KFLAGS)
			return C_VEC_TO_INT;
		return C_VEC_INT;
	case INTEGER:
		return shifts(e) ? C_VEC_SHIFT : C_VEC_INT;
	default:
		/* what add, multiply and so on are follows from their count */
		return C_VEC_INT;
	}
}

static UInt n_accesses(const struct evex *e)
{
	if (!evex_is_memory(e))
		return 0;
	return evex_gathers(e) ? e->lanes : 1;
}

UInt evex_accesses(const IRDirty *d)
{
	return n_accesses(evex_of(d));
}

void evex_loads(struct describe *d, const IRDirty *s, UInt log)
{
	const struct evex *e = evex_of(s);

	if (evex_stores(e))
		return;
	for (UInt i = 0; i < n_accesses(e); i++) {
		const UShort load = add_load(d, s->mAddr, log + i, True);

		if (evex_gathers(e))
			d->uops[load].passes =
				(UChar)sim.model->n.gather_passes;
		else if (e->vl == 64 && !e->is_vex)
			d->uops[load].passes = (UChar)sim.model->n.wide_passes;
		op_src(d, load);
	}
}

void evex_values(struct describe *d, const IRDirty *s)
{
	const struct evex *e = evex_of(s);
	struct evex_operand o[EVEX_OPERANDS];
	const UInt n = evex_operands(e, o);

	if (only_moves(e) || zeroes(e))
		return;
	for (UInt i = 0; i < n; i++) {
		const struct slots k = slots_of(&o[i]);

		for (UInt j = 0; j < k.n && o[i].read; j++)
			op_src(d, d->slot[k.at[j]]);
		if (o[i].written && o[i].bank == GENERAL)
			d->to_int = True;
		else if (o[i].written)
			d->to_vec = True;
	}
	heavier(d, class_of(e));
	d->wide = e->vl == 64;
}

/* The source of a move's value */
static UShort moved(struct describe *d, const struct evex *e,
                    const struct evex_operand *o, UInt n, UInt slot)
{
	if (zeroes(e))
		return FROM_NOTHING;
	if (evex_is_memory(e) && !evex_stores(e))
		return (UShort)(d->micro->first_uop);
	for (UInt i = 0; i < n; i++) {
		const struct slots k = slots_of(&o[i]);

		if (o[i].read)
			return d->slot[k.at[slot < k.n ? slot : 0]];
	}
	return FROM_NOTHING;
}

void evex_leave(struct describe *d, const IRDirty *s, UInt log, UShort op)
{
	const struct evex *e = evex_of(s);
	struct evex_operand o[EVEX_OPERANDS];
	const UInt n = evex_operands(e, o);
	const Bool moves = only_moves(e) || zeroes(e);

	for (UInt i = 0; i < n; i++) {
		const struct slots k = slots_of(&o[i]);

		for (UInt j = 0; j < k.n && o[i].written; j++)
			add_put(d, k.at[j], moves ? moved(d, e, o, n, j) : op);
	}
	if (!evex_stores(e))
		return;
	for (UInt i = 0; i < n_accesses(e); i++)
		add_store(d, s->mAddr, log + i,
		          moves ? moved(d, e, o, n, 0) : op, True);
}
