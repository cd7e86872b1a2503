/*
 * perfexpert-sim: which class of the core's operations a VEX operator is
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "model.h"

/*
 * FP add, multiply, divide and so on follow from what fpclass.c counts. Its
 * class "other" is divided further in operators.def, as are integer multiplies
 * and divides, and moves, which cost nothing by themselves.
 */

Bool model_is_fp(enum op_class c)
{
	return c >= C_VEC_INT && c <= C_FP_SLOW;
}

/* What is no class of numbers.def */
enum { BY_RESULT, MOVES, EXTENDS, FIRST_CLASS };

static const UChar ops[Iop_LAST - Iop_INVALID] = {
#define OTHER(op, l, b, core) CORE(op, core)
#define CORE(op, core) [(op)-Iop_INVALID] = FIRST_CLASS + C_##core,
#define MOVE(op) [(op)-Iop_INVALID] = MOVES,
#define EXTEND(op) [(op)-Iop_INVALID] = EXTENDS,
#include "measure/collect/simulate/tool/core/operators.def"
};

Bool model_moves_only(IROp op)
{
	return ops[(op)-Iop_INVALID] == MOVES;
}

Bool model_extends(IROp op)
{
	return ops[(op)-Iop_INVALID] == EXTENDS;
}

enum op_class model_class(IROp op, IRType result)
{
	const UInt class = ops[(op)-Iop_INVALID];

	if (class >= FIRST_CLASS)
		return (enum op_class)(class - FIRST_CLASS);
	if (result == Ity_V128 || result == Ity_V256 || result == Ity_F64 ||
	    result == Ity_F32)
		return C_VEC_INT;
	return C_INT;
}
