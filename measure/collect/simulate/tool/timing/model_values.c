/*
 * perfexpert-sim: what the values of a block are made of
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "model_block.h"

/* ---- values ---- */

void op_src(struct describe *d, UShort src)
{
	if (src >= NOT_YET)
		return;
	for (UInt i = 0; i < d->n_op_srcs; i++) {
		if (d->op_srcs[i] == src)
			return;
	}
	if (d->n_op_srcs < 64)
		d->op_srcs[d->n_op_srcs++] = src;
}

/* Who made a register that is read: the last one of its parts. */
UShort read_slot(struct describe *d, Int offset, IRType type)
{
	const UInt first = slot_at(offset);
	const UInt n = ((UInt)sizeofIRType(type) + 7) / 8;
	UShort src = d->slot[first];

	if (is_rounding(offset))
		return FROM_NOTHING;
	for (UInt i = 1; i < n && first + i < MAX_SLOTS; i++) {
		const UShort other = d->slot[first + i];

		if (other >= NOT_YET)
			continue;
		if (!(other & FROM_SLOT) && ((src & FROM_SLOT) || other > src))
			src = other;
	}
	return src;
}

void heavier(struct describe *d, enum op_class c)
{
	d->has_op = True;
	d->multiplies |= c == C_INT_MUL;
	if (c > d->class)
		d->class = c;
}

static struct leaf computed(struct describe *d, const IRExpr *const *args,
                            UInt n, enum op_class class, UInt depth)
{
	for (UInt i = 0; i < n; i++) {
		const struct leaf l = walk(d, args[i], depth);

		if (!l.op)
			op_src(d, l.src);
	}
	heavier(d, class);
	return (struct leaf){ True, FROM_NOTHING };
}

IRType type_of(const struct describe *d, const IRExpr *e)
{
	return typeOfIRExpr(d->in->tyenv, (IRExpr *)e);
}

static Bool is_flags_call(const IRExpr *e)
{
	static const HChar name[] = "amd64g_calculate_rflags";

	return VG_STREQN(sizeof name - 1, e->Iex.CCall.cee->name, name);
}

static struct leaf walk_call(struct describe *d, const IRExpr *e, UInt depth)
{
	UInt n = 0;

	/* VEX keeps flags that an instruction leaves; it does not wait for them
	 */
	if ((d->flags == FLAGS_SET || d->flags == FLAGS_STEPPED) &&
	    is_flags_call(e))
		return (struct leaf){ False, FROM_NOTHING };
	while (e->Iex.CCall.args[n])
		n++;
	return computed(d, (const IRExpr *const *)e->Iex.CCall.args, n, C_INT,
	                depth);
}

/* A load that extends the sign of what it brings has no operation for that. */
static Bool is_extended_load(struct describe *d, const IRExpr *e)
{
	const IRExpr *arg = e->Iex.Unop.arg;
	UShort src;

	if (!model_extends(e->Iex.Unop.op) || arg->tag != Iex_RdTmp)
		return False;
	src = d->value[arg->Iex.RdTmp.tmp];
	if (src < d->micro->first_uop || src >= d->n_uops ||
	    d->uops[src].kind != U_LOAD)
		return False;
	d->mems[d->uops[src].mem].extended = True;
	return True;
}

static struct leaf walk_operator(struct describe *d, const IRExpr *e,
                                 UInt depth)
{
	const IRExpr *a[4];

	switch (e->tag) {
	case Iex_Unop:
		if (model_moves_only(e->Iex.Unop.op) || is_extended_load(d, e))
			return walk(d, e->Iex.Unop.arg, depth);
		a[0] = e->Iex.Unop.arg;
		return computed(d, a, 1,
		                model_class(e->Iex.Unop.op, type_of(d, e)),
		                depth);
	case Iex_Binop:
		a[0] = e->Iex.Binop.arg1;
		a[1] = e->Iex.Binop.arg2;
		if (model_moves_only(e->Iex.Binop.op) && a[0]->tag == Iex_Const)
			return walk(d, a[1], depth);
		return computed(d, a, 2,
		                model_class(e->Iex.Binop.op, type_of(d, e)),
		                depth);
	case Iex_Triop:
		a[0] = e->Iex.Triop.details->arg1;
		a[1] = e->Iex.Triop.details->arg2;
		a[2] = e->Iex.Triop.details->arg3;
		return computed(
			d, a, 3,
			model_class(e->Iex.Triop.details->op, type_of(d, e)),
			depth);
	default:
		a[0] = e->Iex.Qop.details->arg1;
		a[1] = e->Iex.Qop.details->arg2;
		a[2] = e->Iex.Qop.details->arg3;
		a[3] = e->Iex.Qop.details->arg4;
		return computed(
			d, a, 4,
			model_class(e->Iex.Qop.details->op, type_of(d, e)),
			depth);
	}
}

struct leaf walk_temp(struct describe *d, IRTemp t, UInt depth)
{
	struct leaf l = { False, d->value[t] };

	if (l.src != NOT_YET)
		return l;
	if (!d->def[t] || !depth) {
		l.src = FROM_NOTHING;
		return l;
	}
	/* seen in this walk: its sources are known already */
	if (d->visited[t] == d->walk) {
		l.op = True;
		return l;
	}
	l = walk(d, d->def[t], depth - 1);
	if (l.op) {
		d->visited[t] = d->walk;
		if (d->n_op_temps < 64)
			d->op_temps[d->n_op_temps++] = (UShort)t;
	} else {
		d->value[t] = l.src;
	}
	return l;
}

struct leaf walk(struct describe *d, const IRExpr *e, UInt depth)
{
	const IRExpr *a[3];

	switch (e->tag) {
	case Iex_RdTmp:
		return walk_temp(d, e->Iex.RdTmp.tmp, depth);
	case Iex_Get:
		return (struct leaf){ False, read_slot(d, e->Iex.Get.offset,
			                               e->Iex.Get.ty) };
	case Iex_GetI:
		return (struct leaf){
			False,
			d->slot[indexed_slot(d, e->Iex.GetI.descr,
			                     e->Iex.GetI.ix, e->Iex.GetI.bias)]
		};
	case Iex_Unop:
	case Iex_Binop:
	case Iex_Triop:
	case Iex_Qop:
		return walk_operator(d, e, depth);
	case Iex_ITE:
		a[0] = e->Iex.ITE.cond;
		a[1] = e->Iex.ITE.iftrue;
		a[2] = e->Iex.ITE.iffalse;
		if (is_x87_tag(d, a[0], 4))
			return walk(d, a[1], depth);
		computed(d, a, 1, C_INT, depth);
		d->n_condition = d->n_op_srcs;
		return computed(d, a + 1, 2, C_INT, depth);
	case Iex_CCall:
		return walk_call(d, e, depth);
	default:
		return (struct leaf){ False, FROM_NOTHING };
	}
}

/* Sources of an address; its arithmetic needs no operation */
void address_srcs(struct describe *d, const IRExpr *e, UInt depth)
{
	if (e->tag == Iex_RdTmp) {
		const IRTemp t = e->Iex.RdTmp.tmp;

		if (d->value[t] != NOT_YET)
			add_src(d, d->value[t]);
		else if (d->def[t] && depth)
			address_srcs(d, d->def[t], depth - 1);
	} else if (e->tag == Iex_Get) {
		add_src(d, read_slot(d, e->Iex.Get.offset, e->Iex.Get.ty));
	} else if (e->tag == Iex_Unop) {
		address_srcs(d, e->Iex.Unop.arg, depth);
	} else if (e->tag == Iex_Binop) {
		address_srcs(d, e->Iex.Binop.arg1, depth);
		address_srcs(d, e->Iex.Binop.arg2, depth);
	} else if (e->tag != Iex_Const) {
		/* an unusual one counts as computed before */
		const struct leaf l = walk(d, e, 8);

		add_src(d, l.src);
	}
}

/* ---- which temporaries are results ---- */

/*
 * VEX drops writes of registers that are written again in the block, so what
 * an instruction computes may only be seen by a later one's use of it.
 */
static void use(struct describe *d, const IRExpr *e, UShort micro)
{
	if (e && e->tag == Iex_RdTmp && d->home[e->Iex.RdTmp.tmp] != micro)
		d->used_later[e->Iex.RdTmp.tmp] = 1;
}

static void use_operands(struct describe *d, const IRExpr *e, UShort micro)
{
	use(d, e, micro);
	switch (e->tag) {
	case Iex_Unop:
		use(d, e->Iex.Unop.arg, micro);
		break;
	case Iex_Binop:
		use(d, e->Iex.Binop.arg1, micro);
		use(d, e->Iex.Binop.arg2, micro);
		break;
	case Iex_Triop:
		use(d, e->Iex.Triop.details->arg1, micro);
		use(d, e->Iex.Triop.details->arg2, micro);
		use(d, e->Iex.Triop.details->arg3, micro);
		break;
	case Iex_Qop:
		use(d, e->Iex.Qop.details->arg1, micro);
		use(d, e->Iex.Qop.details->arg2, micro);
		use(d, e->Iex.Qop.details->arg3, micro);
		use(d, e->Iex.Qop.details->arg4, micro);
		break;
	case Iex_ITE:
		use(d, e->Iex.ITE.cond, micro);
		use(d, e->Iex.ITE.iftrue, micro);
		use(d, e->Iex.ITE.iffalse, micro);
		break;
	case Iex_CCall:
		for (UInt i = 0; e->Iex.CCall.args[i]; i++)
			use(d, e->Iex.CCall.args[i], micro);
		break;
	case Iex_Load:
		use(d, e->Iex.Load.addr, micro);
		break;
	default:
		break;
	}
}

static void use_statement(struct describe *d, const IRStmt *s, UShort micro)
{
	switch (s->tag) {
	case Ist_WrTmp:
		d->home[s->Ist.WrTmp.tmp] = micro;
		use_operands(d, s->Ist.WrTmp.data, micro);
		break;
	case Ist_Put:
		use(d, s->Ist.Put.data, micro);
		break;
	case Ist_PutI:
		use(d, s->Ist.PutI.details->data, micro);
		break;
	case Ist_Store:
		use(d, s->Ist.Store.addr, micro);
		use(d, s->Ist.Store.data, micro);
		break;
	case Ist_StoreG:
		use(d, s->Ist.StoreG.details->addr, micro);
		use(d, s->Ist.StoreG.details->data, micro);
		use(d, s->Ist.StoreG.details->guard, micro);
		break;
	case Ist_LoadG:
		use(d, s->Ist.LoadG.details->addr, micro);
		use(d, s->Ist.LoadG.details->guard, micro);
		break;
	case Ist_Exit:
		use(d, s->Ist.Exit.guard, micro);
		break;
	case Ist_Dirty:
		if (s->Ist.Dirty.details->mAddr)
			use(d, s->Ist.Dirty.details->mAddr, micro);
		break;
	default:
		break;
	}
}

void use_all(struct describe *d)
{
	UShort micro = 0;

	for (Int i = 0; i < d->in->stmts_used; i++) {
		if (d->in->stmts[i]->tag == Ist_IMark)
			micro++;
		use_statement(d, d->in->stmts[i], micro);
	}
}

/* The temporaries of this instruction of which an address is made. */
static void mark_address(struct describe *d, const IRExpr *e, UInt depth)
{
	if (e->tag == Iex_RdTmp) {
		const IRTemp t = e->Iex.RdTmp.tmp;

		if (d->home[t] != d->n_micros || !depth || !d->def[t])
			return;
		d->in_address[t] = d->walk;
		mark_address(d, d->def[t], depth - 1);
	} else if (e->tag == Iex_Unop) {
		mark_address(d, e->Iex.Unop.arg, depth);
	} else if (e->tag == Iex_Binop) {
		mark_address(d, e->Iex.Binop.arg1, depth);
		mark_address(d, e->Iex.Binop.arg2, depth);
	}
}

void mark_addresses(struct describe *d, const IRStmt *s)
{
	if (s->tag == Ist_WrTmp && s->Ist.WrTmp.data->tag == Iex_Load)
		mark_address(d, s->Ist.WrTmp.data->Iex.Load.addr, 8);
	else if (s->tag == Ist_Store)
		mark_address(d, s->Ist.Store.addr, 8);
}
