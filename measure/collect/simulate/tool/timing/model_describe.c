/*
 * perfexpert-sim: what the instructions of a block are to the core
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/evex/evex_sim.h"
#include "model_block.h"
#include "measure/collect/simulate/tool/translate/prefetch.h"
#include "measure/collect/simulate/tool/translate/strings.h"

/*
 * An instruction becomes its loads, at most one operation, and its stores.
 * Their sources are followed through the temporaries of the block: an access
 * waits for its address only, the operation for all of its operands. Address
 * arithmetic is part of the access. Moves need no operation, as with register
 * renaming; nor do changes of the stack pointer by a constant.
 */

/* ---- an instruction: first its loads ---- */

static void see_call_loads(struct describe *d, const IRDirty *s, UInt log)
{
	IRExpr *load, *store;

	if (string_of(s, &load, &store)) {
		d->micro->flags |= M_STRING;
		if (load)
			add_load(d, load, log, True);
	} else if (evex_of(s)) {
		evex_loads(d, s, log);
	} else if (prefetch_of(s)) {
		add_prefetch(d, s->args[0], prefetch_of(s));
	} else if (s->mFx == Ifx_Read || s->mFx == Ifx_Modify) {
		const UShort src = add_load(d, s->mAddr, log, is_x87_move(s));

		if (is_x87_move(s))
			d->value[s->tmp] = src;
	}
}

static void see_loads(struct describe *d, Int i)
{
	const IRStmt *s = d->in->stmts[i];
	const UInt log = d->log_at[i];
	UShort src;

	switch (s->tag) {
	case Ist_WrTmp:
		if (s->Ist.WrTmp.data->tag == Iex_Load) {
			const IRExpr *e = s->Ist.WrTmp.data;

			src = add_load(d, e->Iex.Load.addr, log,
			               is_vector_type(e->Iex.Load.ty));
			d->value[s->Ist.WrTmp.tmp] = src;
		} else if (s->Ist.WrTmp.data->tag == Iex_Get) {
			const IRExpr *e = s->Ist.WrTmp.data;

			d->value[s->Ist.WrTmp.tmp] =
				read_slot(d, e->Iex.Get.offset, e->Iex.Get.ty);
		}
		break;
	case Ist_LoadG:
		d->value[s->Ist.LoadG.details->dst] =
			add_load(d, s->Ist.LoadG.details->addr, log, False);
		break;
	case Ist_Dirty:
		see_call_loads(d, s->Ist.Dirty.details, log);
		break;
	case Ist_CAS:
		src = add_load(d, s->Ist.CAS.details->addr, log, False);
		d->value[s->Ist.CAS.details->oldLo] = src;
		if (s->Ist.CAS.details->dataHi)
			d->value[s->Ist.CAS.details->oldHi] = src;
		break;
	case Ist_LLSC:
		if (!s->Ist.LLSC.storedata)
			d->value[s->Ist.LLSC.result] =
				add_load(d, s->Ist.LLSC.addr, log, False);
		break;
	default:
		break;
	}
}

/* ---- then what it computes ---- */

static Bool is_constant_step(const struct describe *d, const IRExpr *e)
{
	if (e->tag == Iex_RdTmp)
		e = d->def[e->Iex.RdTmp.tmp];
	return e && e->tag == Iex_Binop &&
	       (e->Iex.Binop.op == Iop_Add64 || e->Iex.Binop.op == Iop_Sub64) &&
	       e->Iex.Binop.arg2->tag == Iex_Const;
}

static void note_bank(struct describe *d, Int offset)
{
	if (is_vector(offset))
		d->to_vec = True;
	else if (!is_flags(offset))
		d->to_int = True;
}

static Bool is_call(const struct describe *d, const IRExpr *e)
{
	if (e->tag == Iex_RdTmp)
		e = d->def[e->Iex.RdTmp.tmp];
	return e && e->tag == Iex_CCall;
}

/* Flags from before, which are not waited for */
static Bool is_kept(const struct describe *d, Int offset, const IRExpr *e)
{
	return is_flags(offset) &&
	       (is_call(d, e) ||
	        (d->flags == FLAGS_STEPPED && (UInt)offset == CARRY));
}

/*
 * A write of a byte or two of an integer register keeps the other bytes: it
 * waits for the register, and a load needs an operation to merge its value.
 */
static Bool is_part(const struct describe *d, const IRStmt *s)
{
	const Int offset = s->Ist.Put.offset;

	return !is_flags(offset) && !is_vector(offset) &&
	       sizeofIRType(type_of(d, s->Ist.Put.data)) < 4;
}

static void see_put(struct describe *d, const IRStmt *s)
{
	const Int offset = s->Ist.Put.offset;
	const IRExpr *e = s->Ist.Put.data;

	if ((UInt)offset == COUNTER || is_x87_state(offset))
		return;
	d->sets_flags |= is_flags(offset);
	if (is_kept(d, offset, e)) {
		d->keeps_flags = True;
		return;
	}
	if ((UInt)offset == STACK_POINTER && is_constant_step(d, e))
		return;
	const struct leaf l = walk(d, e, 16);

	if (is_part(d, s)) {
		op_src(d, l.src);
		/* it is set by a condition: not what that waits for */
		if (!d->n_condition)
			d->n_condition = d->n_op_srcs;
		op_src(d, d->slot[slot_at(offset)]);
		heavier(d, C_INT);
		note_bank(d, offset);
	} else if (l.op) {
		note_bank(d, offset);
	}
}

static void note_type(struct describe *d, IRTemp t)
{
	const IRType type = typeOfIRTemp(d->in->tyenv, t);

	if (is_vector_type(type))
		d->to_vec = True;
	else if (type != Ity_I1)
		d->to_int = True;
}

/* A helper's call: what VEX has no operation for */
static void see_dirty(struct describe *d, const IRDirty *s)
{
	if (evex_of(s)) {
		evex_values(d, s);
	} else if (is_x87_move(s)) {
		x87_move(d, s);
	} else if (!prefetch_of(s) && !string_accesses(s)) {
		heavier(d, C_SERIALISE);
		d->micro->flags |= M_SERIAL;
	}
}

static void see_values(struct describe *d, const IRStmt *s)
{
	switch (s->tag) {
	case Ist_WrTmp:
		if (d->used_later[s->Ist.WrTmp.tmp] &&
		    d->in_address[s->Ist.WrTmp.tmp] != d->walk &&
		    !is_call(d, s->Ist.WrTmp.data) &&
		    walk_temp(d, s->Ist.WrTmp.tmp, 16).op)
			note_type(d, s->Ist.WrTmp.tmp);
		break;
	case Ist_Put:
		see_put(d, s);
		break;
	case Ist_PutI:
		if (is_x87_state(s->Ist.PutI.details->descr->base))
			break;
		if (walk(d, s->Ist.PutI.details->data, 16).op)
			d->to_vec = True;
		break;
	case Ist_Store:
		walk(d, s->Ist.Store.data, 16);
		break;
	case Ist_StoreG:
		walk(d, s->Ist.StoreG.details->data, 16);
		break;
	case Ist_Exit:
		if (s->Ist.Exit.jk == Ijk_Boring) {
			const struct leaf l = walk(d, s->Ist.Exit.guard, 16);

			if (!l.op)
				op_src(d, l.src);
			heavier(d, C_BRANCH);
			d->micro->flags |= M_BRANCH;
		}
		break;
	case Ist_CAS:
		walk(d, s->Ist.CAS.details->dataLo, 16);
		heavier(d, C_ATOMIC);
		break;
	case Ist_LLSC:
		heavier(d, C_ATOMIC);
		break;
	case Ist_Dirty:
		see_dirty(d, s->Ist.Dirty.details);
		break;
	case Ist_MBE:
		heavier(d, C_ATOMIC);
		break;
	default:
		break;
	}
}

/* ---- and what it leaves ---- */

static UShort source_of(struct describe *d, const IRExpr *e, UShort op)
{
	const struct leaf l = walk(d, e, 16);

	return l.op ? op : l.src;
}

static void leave_put(struct describe *d, const IRStmt *s, UShort op)
{
	const Int offset = s->Ist.Put.offset;
	const UInt first = slot_at(offset);
	const UInt n =
		((UInt)sizeofIRType(type_of(d, s->Ist.Put.data)) + 7) / 8;
	UShort src;

	if ((UInt)offset == COUNTER || is_x87_state(offset))
		return;
	if ((UInt)offset == STACK_POINTER &&
	    is_constant_step(d, s->Ist.Put.data))
		return;
	const Bool kept = is_kept(d, offset, s->Ist.Put.data);

	/* a kept carry comes from the operation that set it, which VEX may
	 * have removed */
	if (kept && d->flags_src == FROM_NOTHING)
		return;
	if (kept)
		src = d->flags_src;
	else if ((is_flags(offset) && op != FROM_NOTHING) || is_part(d, s))
		src = op;
	else
		src = source_of(d, s->Ist.Put.data, op);
	if (is_vector(offset) && src < d->n_uops &&
	    d->uops[src].class == C_LOAD)
		d->uops[src].class = C_LOAD_VEC;
	for (UInt i = 0; i < n && first + i < MAX_SLOTS; i++)
		add_put(d, first + i, src);
}

static void leave_call(struct describe *d, const IRDirty *s, UInt log,
                       UShort op)
{
	IRExpr *load, *store;

	if (string_of(s, &load, &store)) {
		if (store)
			add_store(d, store, log + string_accesses(s) - 1, op,
			          True);
	} else if (evex_of(s))
		evex_leave(d, s, log, op);
	else if (is_x87_move(s) && s->mFx == Ifx_Write)
		add_store(d, s->mAddr, log, source_of(d, s->args[1], op), True);
	else if (s->mFx == Ifx_Write || s->mFx == Ifx_Modify)
		add_store(d, s->mAddr, log + (s->mFx == Ifx_Modify), op, False);
	if (s->tmp != IRTemp_INVALID && !is_x87_move(s))
		d->value[s->tmp] = op;
}

static void leave(struct describe *d, Int i, UShort op)
{
	const IRStmt *s = d->in->stmts[i];
	const UInt log = d->log_at[i];
	UShort src;

	switch (s->tag) {
	case Ist_Put:
		leave_put(d, s, op);
		break;
	case Ist_PutI:
		if (!is_x87_state(s->Ist.PutI.details->descr->base))
			add_put(d,
			        indexed_slot(d, s->Ist.PutI.details->descr,
			                     s->Ist.PutI.details->ix,
			                     s->Ist.PutI.details->bias),
			        source_of(d, s->Ist.PutI.details->data, op));
		break;
	case Ist_Store:
		src = source_of(d, s->Ist.Store.data, op);
		add_store(d, s->Ist.Store.addr, log, src,
		          is_vector_type(type_of(d, s->Ist.Store.data)) ||
		                  (src != FROM_NOTHING && from_vector(d, src)));
		break;
	case Ist_StoreG:
		add_store(d, s->Ist.StoreG.details->addr, log,
		          source_of(d, s->Ist.StoreG.details->data, op), False);
		break;
	case Ist_CAS:
		add_store(d, s->Ist.CAS.details->addr, log + 1, op, False);
		d->mems[d->n_mems - 1].locked = True;
		break;
	case Ist_LLSC:
		if (s->Ist.LLSC.storedata)
			add_store(d, s->Ist.LLSC.addr, log, op, False);
		break;
	case Ist_Dirty:
		leave_call(d, s->Ist.Dirty.details, log, op);
		break;
	default:
		break;
	}
}

/*
 * A result takes a physical register, except for moves, stores, branches and
 * comparisons. A load that is an operand of an operation takes none.
 */
static void take_register(struct describe *d)
{
	const struct uop *first = &d->uops[d->micro->first_uop];

	if (d->has_op && (d->to_vec || model_is_fp(d->class))) {
		d->micro->flags |= d->to_int ? M_MAKES : M_MAKES_FP;
	} else if (d->has_op) {
		if (d->to_int && d->flags != FLAGS_COMPARED)
			d->micro->flags |= M_MAKES;
	} else if (d->micro->n_uops && first->kind == U_LOAD) {
		d->micro->flags |=
			first->class == C_LOAD ? M_MAKES : M_MAKES_FP;
	}
}

/* A comparison and the branch that follows it go as one operation. */
static void fuse(struct describe *d)
{
	if (d->n_micros < 2 || !(d->micro->flags & M_BRANCH))
		return;
	const struct micro *before = d->micro - 1;

	if (d->set_flags_before && !before->n_stores &&
	    !(before->flags & (M_FP | M_BRANCH)))
		d->micro->flags |= M_FUSED;
}

/* Unconditional ends of a block. */
static void see_block_end(struct describe *d)
{
	const IRExpr *next = d->in->next;
	const IRJumpKind kind = d->in->jumpkind;
	Addr to = 0;

	if (next->tag == Iex_Const)
		to = (Addr)next->Iex.Const.con->Ico.U64;
	if (kind != Ijk_Boring && kind != Ijk_Call && kind != Ijk_Ret) {
		d->micro->flags |= M_SERIAL;
		return;
	}
	if (kind != Ijk_Boring)
		d->micro->flags |= M_CALL;
	if (kind == Ijk_Ret)
		d->micro->flags |= M_RETURN;
	d->end_taken = to != d->micro->insn->addr + d->micro->insn->size;
	if (!d->end_taken || (d->micro->flags & M_BRANCH))
		return;
	const struct leaf l = walk(d, next, 16);

	if (!l.op)
		op_src(d, l.src);
	d->micro->flags |= M_BRANCH;
	heavier(d, C_BRANCH);
}

/* Statements from a to b are one instruction. */
static void instruction(struct describe *d, Int a, Int b)
{
	UShort op;

	for (Int i = a; i < b; i++)
		mark_addresses(d, d->in->stmts[i]);
	for (Int i = a; i < b; i++)
		see_loads(d, i);
	for (Int i = a; i < b; i++)
		see_values(d, d->in->stmts[i]);
	if (b == d->in->stmts_used)
		see_block_end(d);
	/* nothing is computed, but it goes through a pipe */
	if (sets_constant(d->micro->insn))
		d->has_op = True;
	make_op(d);
	op = d->has_op ? (UShort)(d->n_uops - 1) : FROM_NOTHING;
	for (Int i = a; i < b; i++)
		leave(d, i, op);
	if (d->flags != FLAGS_KEPT && d->flags != FLAGS_USED && !d->keeps_flags)
		d->flags_src = op;
	take_register(d);
	fuse(d);
}

static void all_instructions(struct describe *d)
{
	const IRSB *in = d->in;
	UInt segment = 0;
	Int i = 0;

	while (i < in->stmts_used && in->stmts[i]->tag != Ist_IMark)
		i++;
	while (i < in->stmts_used && !d->failed) {
		const IRStmt *mark = in->stmts[i];
		struct insn *insn = insn_find(mark->Ist.IMark.addr);
		Int end = i + 1;

		if (!insn) {
			d->failed = True;
			return;
		}
		begin_micro(d, insn, segment);
		while (end < in->stmts_used && in->stmts[end]->tag != Ist_IMark)
			segment += in->stmts[end++]->tag == Ist_Exit;
		instruction(d, i + 1, end);
		i = end;
	}
	if (segment + 2 > MAX_SEGMENTS || d->n_puts > MAX_PUTS)
		d->failed = True;
}

static UInt accesses_of(const IRStmt *s)
{
	switch (s->tag) {
	case Ist_WrTmp:
		return s->Ist.WrTmp.data->tag == Iex_Load;
	case Ist_Store:
	case Ist_StoreG:
	case Ist_LoadG:
	case Ist_LLSC:
		return 1;
	case Ist_CAS:
		return 2;
	case Ist_Dirty:
		if (evex_of(s->Ist.Dirty.details))
			return evex_accesses(s->Ist.Dirty.details);
		if (string_accesses(s->Ist.Dirty.details))
			return string_accesses(s->Ist.Dirty.details);
		return s->Ist.Dirty.details->mFx == Ifx_None
		               ? 0
		               : 1 + (s->Ist.Dirty.details->mFx == Ifx_Modify);
	default:
		return 0;
	}
}

/* Which of the logged accesses are a statement's; False: they don't match. */
static Bool find_log(struct describe *d)
{
	UInt n = 0;

	for (Int i = 0; i < d->in->stmts_used; i++) {
		d->log_at[i] = (UShort)n;
		n += accesses_of(d->in->stmts[i]);
	}
	return !sim.model->log_full && n == sim.model->n_log;
}

/* Tables by temporary or statement, in one piece of memory. */
static void scratch(struct describe *d)
{
	const SizeT temps = (UInt)d->in->tyenv->types_used + 1;
	const SizeT stmts = (UInt)d->in->stmts_used + 1;
	const SizeT size = temps * (2 * sizeof(UInt) + 2 * sizeof(UShort) + 1) +
	                   stmts * sizeof(UShort);

	if (size > d->cap_scratch) {
		VG_(free)(d->scratch);
		d->cap_scratch = 2 * size;
		d->scratch = VG_(malloc)("sim.describe", d->cap_scratch);
	}
	VG_(memset)(d->scratch, 0, size);
	d->visited = d->scratch;
	d->in_address = d->visited + temps;
	d->value = (UShort *)(d->in_address + temps);
	d->home = d->value + temps;
	d->log_at = d->home + temps;
	d->used_later = (UChar *)(d->log_at + stmts);
	for (UInt i = 0; i + 1 < temps; i++)
		d->value[i] = NOT_YET;
}

/* NULL if the model cannot follow the block */
struct description *model_describe(const struct block *block, const IRSB *in,
                                   const IRExpr **def)
{
	const SizeT kept = offsetof(struct describe, block);
	struct describe *d = sim.model->describe;

	if (!d)
		d = VG_(calloc)("sim.describe", 1, sizeof *d);
	sim.model->describe = d;
	VG_(memset)((UChar *)d + kept, 0, sizeof *d - kept);
	d->block = block;
	d->in = in;
	d->def = def;
	scratch(d);
	for (UInt i = 0; i < MAX_SLOTS; i++)
		d->slot[i] = (UShort)(FROM_SLOT | i);
	d->flags_src = FROM_NOTHING;
	x87_begin(d);
	use_all(d);
	if (!find_log(d))
		return NULL;
	all_instructions(d);
	return d->failed || !d->n_micros ? NULL : keep_description(d);
}
