/*
 * perfexpert-sim: which addresses of a translation are the same value
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "address.h"

/* The temporary that x is a copy of; its definition, or NULL */
static const IRExpr *original(const IRExpr *const *def, const IRExpr **x)
{
	for (;;) {
		const IRExpr *d = (*x)->tag == Iex_RdTmp
		                          ? def[(*x)->Iex.RdTmp.tmp]
		                          : NULL;

		if (!d || d->tag != Iex_RdTmp)
			return d;
		*x = d;
	}
}

const IRExpr *address_split(const IRExpr *const *def, const IRExpr *x,
                            Long *offset)
{
	*offset = 0;
	for (;;) {
		const IRExpr *d = original(def, &x);

		if (!d || d->tag != Iex_Binop ||
		    d->Iex.Binop.arg2->tag != Iex_Const ||
		    d->Iex.Binop.arg2->Iex.Const.con->tag != Ico_U64)
			return x;
		const Long k = (Long)d->Iex.Binop.arg2->Iex.Const.con->Ico.U64;

		if (d->Iex.Binop.op == Iop_Add64)
			*offset += k;
		else if (d->Iex.Binop.op == Iop_Sub64)
			*offset -= k;
		else
			return x;
		x = d->Iex.Binop.arg1;
	}
}

Bool address_same(const IRExpr *const *def, const IRExpr *a, const IRExpr *b,
                  UInt depth)
{
	const IRExpr *x = original(def, &a), *y = original(def, &b);

	if (eqIRAtom(a, b))
		return True;
	if (!depth || !x || !y || x->tag != y->tag)
		return False;
	if (x->tag == Iex_Unop)
		return x->Iex.Unop.op == y->Iex.Unop.op &&
		       address_same(def, x->Iex.Unop.arg, y->Iex.Unop.arg,
		                    depth - 1);
	return x->tag == Iex_Binop && x->Iex.Binop.op == y->Iex.Binop.op &&
	       address_same(def, x->Iex.Binop.arg1, y->Iex.Binop.arg1,
	                    depth - 1) &&
	       address_same(def, x->Iex.Binop.arg2, y->Iex.Binop.arg2,
	                    depth - 1);
}
