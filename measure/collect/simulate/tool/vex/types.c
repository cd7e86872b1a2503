/*
 * perfexpert-sim: types of expressions
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * VEX asks for the type of nearly each expression several times, and finds an
 * operation's by going through all that there are. The linker gives VEX this in
 * place of its own (see Makefile.inc), which asks it once for each operation.
 */
#include "measure/collect/simulate/tool/core/sim.h"

IRType vex_type(const IRTypeEnv *types,
                const IRExpr *x) __asm__("__real_typeOfIRExpr");
IRType type_of(const IRTypeEnv *types,
               const IRExpr *x) __asm__("__wrap_typeOfIRExpr");

enum { N_OPERATIONS = Iop_LAST - Iop_INVALID };

static struct {
	UShort result[N_OPERATIONS]; /* 0: not asked */
} own;

static ALWAYS_INLINE IRType result(const IRTypeEnv *types, const IRExpr *x,
                                   IROp op)
{
	const UInt at = (UInt)op - Iop_INVALID;

	if (at >= N_OPERATIONS)
		return vex_type(types, x);
	if (!own.result[at])
		own.result[at] = (UShort)vex_type(types, x);
	return (IRType)own.result[at];
}

IRType type_of(const IRTypeEnv *types, const IRExpr *x)
{
	switch (x->tag) {
	case Iex_RdTmp:
		if (x->Iex.RdTmp.tmp < (UInt)types->types_used)
			return types->types[x->Iex.RdTmp.tmp];
		break;
	case Iex_Get:
		return x->Iex.Get.ty;
	case Iex_Load:
		return x->Iex.Load.ty;
	case Iex_Unop:
		return result(types, x, x->Iex.Unop.op);
	case Iex_Binop:
		return result(types, x, x->Iex.Binop.op);
	case Iex_Const:
		if (x->Iex.Const.con->tag == Ico_U64)
			return Ity_I64;
		break;
	default:
		break;
	}
	return vex_type(types, x);
}
