/*
 * perfexpert-sim: which class of the core's operations a VEX operator is
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "model.h"

/*
 * FP add, multiply, divide and so on are classified by fpclass.c. Its class
 * "other" is divided further here, as are integer multiplies and divides, and
 * moves, which cost nothing by themselves.
 */

Bool model_is_fp(enum op_class c)
{
	return c >= C_VEC_INT && c <= C_FP_SLOW;
}

/* Width changes and halves: parts of registers, not separate operations. */
Bool model_moves_only(IROp op)
{
	switch (op) {
	case Iop_8Uto64:
	case Iop_16Uto64:
	case Iop_32Uto64:
	case Iop_8Uto32:
	case Iop_16Uto32:
	case Iop_1Uto8:
	case Iop_1Uto32:
	case Iop_1Uto64:
	case Iop_64to32:
	case Iop_64to16:
	case Iop_64to8:
	case Iop_64to1:
	case Iop_32to16:
	case Iop_32to8:
	case Iop_32to1:
	case Iop_16to8:
	case Iop_64HIto32:
	case Iop_128to64:
	case Iop_128HIto64:
	case Iop_64HLto128:
	case Iop_32HLto64:
	case Iop_V128to64:
	case Iop_V128to32:
	case Iop_64UtoV128:
	case Iop_32UtoV128:
	case Iop_SetV128lo64:
	case Iop_SetV128lo32:
	case Iop_ReinterpF64asI64:
	case Iop_ReinterpI64asF64:
	case Iop_ReinterpF32asI32:
	case Iop_ReinterpI32asF32:
	case Iop_V256toV128_0:
	case Iop_V256to64_0:
	case Iop_ZeroHI64ofV128:
	case Iop_ZeroHI96ofV128:
	case Iop_ZeroHI112ofV128:
	case Iop_ZeroHI120ofV128:
		return True;
	default:
		return False;
	}
}

/* Integers become longer, with their sign. */
Bool model_extends(IROp op)
{
	switch (op) {
	case Iop_8Sto16:
	case Iop_8Sto32:
	case Iop_8Sto64:
	case Iop_16Sto32:
	case Iop_16Sto64:
	case Iop_32Sto64:
		return True;
	default:
		return False;
	}
}

static Bool is_int_multiply(IROp op)
{
	switch (op) {
	case Iop_Mul8:
	case Iop_Mul16:
	case Iop_Mul32:
	case Iop_Mul64:
	case Iop_MullS8:
	case Iop_MullU8:
	case Iop_MullS16:
	case Iop_MullU16:
	case Iop_MullS32:
	case Iop_MullU32:
	case Iop_MullS64:
	case Iop_MullU64:
		return True;
	default:
		return False;
	}
}

static Bool is_int_divide(IROp op)
{
	switch (op) {
	case Iop_DivU32:
	case Iop_DivS32:
	case Iop_DivU32E:
	case Iop_DivS32E:
	case Iop_DivModU64to32:
	case Iop_DivModS64to32:
	case Iop_DivModU32to32:
	case Iop_DivModS32to32:
		return True;
	default:
		return False;
	}
}

static Bool is_wide_divide(IROp op)
{
	switch (op) {
	case Iop_DivU64:
	case Iop_DivS64:
	case Iop_DivU64E:
	case Iop_DivS64E:
	case Iop_DivModU128to64:
	case Iop_DivModS128to64:
	case Iop_DivModU64to64:
	case Iop_DivModS64to64:
		return True;
	default:
		return False;
	}
}

static Bool is_conversion(IROp op)
{
	switch (op) {
	case Iop_F64toI16S:
	case Iop_F64toI32S:
	case Iop_F64toI64S:
	case Iop_F64toI32U:
	case Iop_F64toI64U:
	case Iop_I32StoF64:
	case Iop_I64StoF64:
	case Iop_I64UtoF64:
	case Iop_I64UtoF32:
	case Iop_I32UtoF32:
	case Iop_I32UtoF64:
	case Iop_F32toI32S:
	case Iop_F32toI64S:
	case Iop_F32toI32U:
	case Iop_F32toI64U:
	case Iop_I32StoF32:
	case Iop_I64StoF32:
	case Iop_F32toF64:
	case Iop_F64toF32:
	case Iop_RoundF64toInt:
	case Iop_RoundF32toInt:
	case Iop_RoundF64toF64_NEAREST:
	case Iop_RoundF64toF64_NegINF:
	case Iop_RoundF64toF64_PosINF:
	case Iop_RoundF64toF64_ZERO:
	case Iop_RoundF64toF32:
	case Iop_I32StoF32x4:
	case Iop_I32StoF32x8:
	case Iop_F32toI32Sx4:
	case Iop_F32toI32Sx8:
		return True;
	default:
		return False;
	}
}

static Bool is_fp_function(IROp op)
{
	switch (op) {
	case Iop_AtanF64:
	case Iop_Yl2xF64:
	case Iop_Yl2xp1F64:
	case Iop_PRemF64:
	case Iop_PRem1F64:
	case Iop_ScaleF64:
	case Iop_SinF64:
	case Iop_CosF64:
	case Iop_TanF64:
	case Iop_2xm1F64:
		return True;
	default:
		return False;
	}
}

static Bool is_vector_multiply(IROp op)
{
	switch (op) {
	case Iop_Mul16x8:
	case Iop_Mul32x4:
	case Iop_Mul16x16:
	case Iop_Mul32x8:
	case Iop_MulHi16Ux8:
	case Iop_MulHi16Sx8:
	case Iop_MullEven32Ux4:
	case Iop_MullEven32Sx4:
	case Iop_MullEven16Sx8:
		return True;
	default:
		return False;
	}
}

static Bool is_vector_shift(IROp op)
{
	switch (op) {
	case Iop_ShlN16x8:
	case Iop_ShlN32x4:
	case Iop_ShlN64x2:
	case Iop_ShrN16x8:
	case Iop_ShrN32x4:
	case Iop_ShrN64x2:
	case Iop_SarN16x8:
	case Iop_SarN32x4:
	case Iop_SarN64x2:
	case Iop_ShlN16x16:
	case Iop_ShlN32x8:
	case Iop_ShlN64x4:
	case Iop_ShrN16x16:
	case Iop_ShrN32x8:
	case Iop_ShrN64x4:
	case Iop_SarN16x16:
	case Iop_SarN32x8:
		return True;
	default:
		return False;
	}
}

static Bool is_shuffle(IROp op)
{
	switch (op) {
	case Iop_64HLtoV128:
	case Iop_V128HIto64:
	case Iop_V128HLtoV256:
	case Iop_V256toV128_1:
	case Iop_64x4toV256:
	case Iop_V256to64_1:
	case Iop_V256to64_2:
	case Iop_V256to64_3:
	case Iop_InterleaveHI8x16:
	case Iop_InterleaveHI16x8:
	case Iop_InterleaveHI32x4:
	case Iop_InterleaveHI64x2:
	case Iop_InterleaveLO8x16:
	case Iop_InterleaveLO16x8:
	case Iop_InterleaveLO32x4:
	case Iop_InterleaveLO64x2:
	case Iop_Perm8x16:
	case Iop_Perm32x4:
	case Iop_Perm32x8:
	case Iop_Dup8x16:
	case Iop_Dup16x8:
	case Iop_Dup32x4:
	case Iop_SliceV128:
	case Iop_CatEvenLanes32x4:
	case Iop_CatOddLanes32x4:
		return True;
	default:
		return False;
	}
}

static Bool is_fp_compare(IROp op)
{
	struct fp_seen seen;

	VG_(memset)(&seen, 0, sizeof seen);
	fp_see(&seen, op);
	return seen.lanes[FP_OTHER] != 0;
}

enum op_class model_class(IROp op, IRType result)
{
	if (is_int_multiply(op))
		return C_INT_MUL;
	if (is_int_divide(op))
		return C_INT_DIV;
	if (is_wide_divide(op))
		return C_INT_DIV_WIDE;
	if (is_conversion(op))
		return C_FP_CONVERT;
	if (is_fp_function(op))
		return C_FP_SLOW;
	if (is_vector_multiply(op))
		return C_VEC_INT_MUL;
	if (is_vector_shift(op))
		return C_VEC_SHIFT;
	if (is_shuffle(op))
		return C_VEC_SHUFFLE;
	if (is_fp_compare(op))
		return C_FP_COMPARE;
	if (result == Ity_V128 || result == Ity_V256 || result == Ity_F64 ||
	    result == Ity_F32)
		return C_VEC_INT;
	return C_INT;
}
