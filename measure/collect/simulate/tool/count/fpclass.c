/*
 * perfexpert-sim: which VEX operators are floating point
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/core/sim.h"

struct fp_op {
	enum fp_class class;
	UInt lanes, bits;
};

#define OP(c, l, b) ((struct fp_op){ .class = (c), .lanes = (l), .bits = (b) })

#ifdef SIM_NO_F16
/* Older versions of Valgrind know no half precision: numbers that no operator
 * has there. */
enum {
	Iop_AddF16 = Iop_LAST + 1,
	Iop_SubF16,
	Iop_SqrtF16,
	Iop_CmpF16,
	Iop_NegF16,
	Iop_AbsF16,
	Iop_Add16Fx8,
	Iop_Sub16Fx8,
	Iop_Sqrt16Fx8,
	Iop_CmpLT16Fx8,
	Iop_CmpLE16Fx8,
	Iop_CmpEQ16Fx8,
	Iop_Abs16Fx8,
	Iop_Neg16Fx8
};
#endif

static struct fp_op add_op(IROp op)
{
	switch ((UInt)op) {
	case Iop_AddF128:
		return OP(FP_ADD, 1, 128);
	case Iop_AddF64:
	case Iop_Add64F0x2:
		return OP(FP_ADD, 1, 64);
	case Iop_AddF32:
	case Iop_AddF64r32:
	case Iop_Add32F0x4:
		return OP(FP_ADD, 1, 32);
	case Iop_AddF16:
		return OP(FP_ADD, 1, 16);
	case Iop_Add64Fx2:
		return OP(FP_ADD, 2, 64);
	case Iop_Add64Fx4:
		return OP(FP_ADD, 4, 64);
	case Iop_Add32Fx2:
	case Iop_PwAdd32Fx2:
		return OP(FP_ADD, 2, 32);
	case Iop_Add32Fx4:
		return OP(FP_ADD, 4, 32);
	case Iop_Add32Fx8:
		return OP(FP_ADD, 8, 32);
	case Iop_Add16Fx8:
		return OP(FP_ADD, 8, 16);
	default:
		return OP(FP_ADD, 0, 0);
	}
}

static struct fp_op sub_op(IROp op)
{
	switch ((UInt)op) {
	case Iop_SubF128:
		return OP(FP_ADD, 1, 128);
	case Iop_SubF64:
	case Iop_Sub64F0x2:
		return OP(FP_ADD, 1, 64);
	case Iop_SubF32:
	case Iop_SubF64r32:
	case Iop_Sub32F0x4:
		return OP(FP_ADD, 1, 32);
	case Iop_SubF16:
		return OP(FP_ADD, 1, 16);
	case Iop_Sub64Fx2:
		return OP(FP_ADD, 2, 64);
	case Iop_Sub64Fx4:
		return OP(FP_ADD, 4, 64);
	case Iop_Sub32Fx2:
		return OP(FP_ADD, 2, 32);
	case Iop_Sub32Fx4:
		return OP(FP_ADD, 4, 32);
	case Iop_Sub32Fx8:
		return OP(FP_ADD, 8, 32);
	case Iop_Sub16Fx8:
		return OP(FP_ADD, 8, 16);
	default:
		return OP(FP_ADD, 0, 0);
	}
}

static struct fp_op mul_op(IROp op)
{
	switch (op) {
	case Iop_MulF128:
		return OP(FP_MUL, 1, 128);
	case Iop_MulF64:
	case Iop_Mul64F0x2:
		return OP(FP_MUL, 1, 64);
	case Iop_MulF32:
	case Iop_MulF64r32:
	case Iop_Mul32F0x4:
		return OP(FP_MUL, 1, 32);
	case Iop_Mul64Fx2:
		return OP(FP_MUL, 2, 64);
	case Iop_Mul64Fx4:
		return OP(FP_MUL, 4, 64);
	case Iop_Mul32Fx2:
		return OP(FP_MUL, 2, 32);
	case Iop_Mul32Fx4:
		return OP(FP_MUL, 4, 32);
	case Iop_Mul32Fx8:
		return OP(FP_MUL, 8, 32);
	default:
		return OP(FP_MUL, 0, 0);
	}
}

static struct fp_op fma_op(IROp op)
{
	switch (op) {
	case Iop_MAddF128:
	case Iop_MSubF128:
	case Iop_NegMAddF128:
	case Iop_NegMSubF128:
		return OP(FP_FMA, 1, 128);
	case Iop_MAddF64:
	case Iop_MSubF64:
		return OP(FP_FMA, 1, 64);
	case Iop_MAddF32:
	case Iop_MSubF32:
	case Iop_MAddF64r32:
	case Iop_MSubF64r32:
		return OP(FP_FMA, 1, 32);
	default:
		return OP(FP_FMA, 0, 0);
	}
}

static struct fp_op div_op(IROp op)
{
	switch (op) {
	case Iop_DivF128:
		return OP(FP_DIV, 1, 128);
	case Iop_DivF64:
	case Iop_Div64F0x2:
		return OP(FP_DIV, 1, 64);
	case Iop_DivF32:
	case Iop_DivF64r32:
	case Iop_Div32F0x4:
		return OP(FP_DIV, 1, 32);
	case Iop_Div64Fx2:
		return OP(FP_DIV, 2, 64);
	case Iop_Div64Fx4:
		return OP(FP_DIV, 4, 64);
	case Iop_Div32Fx4:
		return OP(FP_DIV, 4, 32);
	case Iop_Div32Fx8:
		return OP(FP_DIV, 8, 32);
	default:
		return OP(FP_DIV, 0, 0);
	}
}

static struct fp_op sqrt_op(IROp op)
{
	switch ((UInt)op) {
	case Iop_SqrtF128:
		return OP(FP_SQRT, 1, 128);
	case Iop_SqrtF64:
	case Iop_Sqrt64F0x2:
		return OP(FP_SQRT, 1, 64);
	case Iop_SqrtF32:
	case Iop_Sqrt32F0x4:
		return OP(FP_SQRT, 1, 32);
	case Iop_SqrtF16:
		return OP(FP_SQRT, 1, 16);
	case Iop_Sqrt64Fx2:
		return OP(FP_SQRT, 2, 64);
	case Iop_Sqrt64Fx4:
		return OP(FP_SQRT, 4, 64);
	case Iop_Sqrt32Fx4:
		return OP(FP_SQRT, 4, 32);
	case Iop_Sqrt32Fx8:
		return OP(FP_SQRT, 8, 32);
	case Iop_Sqrt16Fx8:
		return OP(FP_SQRT, 8, 16);
	default:
		return OP(FP_SQRT, 0, 0);
	}
}

/* Comparisons, minima and maxima, sign changes, estimates, x87 functions. */
static struct fp_op other_double_op(IROp op)
{
	switch (op) {
	case Iop_CmpF64:
	case Iop_NegF64:
	case Iop_AbsF64:
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
	case Iop_RoundF64toInt:
	case Iop_RSqrtEst5GoodF64:
	case Iop_RoundF64toF64_NEAREST:
	case Iop_RoundF64toF64_NegINF:
	case Iop_RoundF64toF64_PosINF:
	case Iop_RoundF64toF64_ZERO:
	case Iop_RecpExpF64:
	case Iop_MaxNumF64:
	case Iop_MinNumF64:
	case Iop_Max64F0x2:
	case Iop_Min64F0x2:
	case Iop_CmpEQ64F0x2:
	case Iop_CmpLT64F0x2:
	case Iop_CmpLE64F0x2:
	case Iop_CmpUN64F0x2:
		return OP(FP_OTHER, 1, 64);
	default:
		return OP(FP_OTHER, 0, 0);
	}
}

static struct fp_op other_scalar_op(IROp op)
{
	switch ((UInt)op) {
	case Iop_CmpF128:
	case Iop_NegF128:
	case Iop_AbsF128:
	case Iop_RndF128:
	case Iop_RoundF128toInt:
		return OP(FP_OTHER, 1, 128);
	case Iop_CmpF32:
	case Iop_NegF32:
	case Iop_AbsF32:
	case Iop_RoundF32toInt:
	case Iop_RecpExpF32:
	case Iop_MaxNumF32:
	case Iop_MinNumF32:
	case Iop_Max32F0x4:
	case Iop_Min32F0x4:
	case Iop_CmpEQ32F0x4:
	case Iop_CmpLT32F0x4:
	case Iop_CmpLE32F0x4:
	case Iop_CmpUN32F0x4:
	case Iop_RecipEst32F0x4:
	case Iop_RSqrtEst32F0x4:
		return OP(FP_OTHER, 1, 32);
	case Iop_CmpF16:
	case Iop_NegF16:
	case Iop_AbsF16:
		return OP(FP_OTHER, 1, 16);
	default:
		return OP(FP_OTHER, 0, 0);
	}
}

static struct fp_op other_double_vector_op(IROp op)
{
	switch (op) {
	case Iop_Max64Fx2:
	case Iop_Min64Fx2:
	case Iop_CmpEQ64Fx2:
	case Iop_CmpLT64Fx2:
	case Iop_CmpLE64Fx2:
	case Iop_CmpUN64Fx2:
	case Iop_Abs64Fx2:
	case Iop_Neg64Fx2:
	case Iop_RecipEst64Fx2:
	case Iop_RecipStep64Fx2:
	case Iop_RSqrtEst64Fx2:
	case Iop_RSqrtStep64Fx2:
		return OP(FP_OTHER, 2, 64);
	case Iop_Max64Fx4:
	case Iop_Min64Fx4:
		return OP(FP_OTHER, 4, 64);
	default:
		return OP(FP_OTHER, 0, 0);
	}
}

static struct fp_op other_vector_op(IROp op)
{
	switch ((UInt)op) {
	case Iop_Max32Fx2:
	case Iop_Min32Fx2:
	case Iop_PwMax32Fx2:
	case Iop_PwMin32Fx2:
	case Iop_CmpEQ32Fx2:
	case Iop_CmpGT32Fx2:
	case Iop_CmpGE32Fx2:
	case Iop_RecipEst32Fx2:
	case Iop_RecipStep32Fx2:
	case Iop_RSqrtEst32Fx2:
	case Iop_RSqrtStep32Fx2:
	case Iop_Neg32Fx2:
	case Iop_Abs32Fx2:
		return OP(FP_OTHER, 2, 32);
	case Iop_Max32Fx4:
	case Iop_Min32Fx4:
	case Iop_PwMax32Fx4:
	case Iop_PwMin32Fx4:
	case Iop_CmpEQ32Fx4:
	case Iop_CmpLT32Fx4:
	case Iop_CmpLE32Fx4:
	case Iop_CmpUN32Fx4:
	case Iop_CmpGT32Fx4:
	case Iop_CmpGE32Fx4:
	case Iop_Abs32Fx4:
	case Iop_Neg32Fx4:
	case Iop_RecipEst32Fx4:
	case Iop_RecipStep32Fx4:
	case Iop_RSqrtEst32Fx4:
	case Iop_RSqrtStep32Fx4:
	case Iop_RoundF32x4_RM:
	case Iop_RoundF32x4_RP:
	case Iop_RoundF32x4_RN:
	case Iop_RoundF32x4_RZ:
		return OP(FP_OTHER, 4, 32);
	case Iop_Max32Fx8:
	case Iop_Min32Fx8:
	case Iop_RecipEst32Fx8:
	case Iop_RSqrtEst32Fx8:
		return OP(FP_OTHER, 8, 32);
	case Iop_CmpLT16Fx8:
	case Iop_CmpLE16Fx8:
	case Iop_CmpEQ16Fx8:
	case Iop_Abs16Fx8:
	case Iop_Neg16Fx8:
		return OP(FP_OTHER, 8, 16);
	default:
		return OP(FP_OTHER, 0, 0);
	}
}

static struct fp_op convert_op(IROp op)
{
	switch (op) {
#if !defined(VGA_ppc64be) && !defined(VGA_ppc64le)
	/* Power's loads and stores of single precision do these */
	case Iop_F32toF64:
	case Iop_F64toF32:
	case Iop_TruncF64asF32:
#endif
	case Iop_F64toI16S:
	case Iop_F64toI32S:
	case Iop_F64toI64S:
	case Iop_F64toI64U:
	case Iop_F64toI32U:
	case Iop_I32StoF64:
	case Iop_I64StoF64:
	case Iop_I64UtoF64:
	case Iop_I32UtoF64:
	case Iop_F16toF64:
	case Iop_F64toF16:
	case Iop_RoundF64toF32:
		return OP(FP_OTHER, 1, 64);
	case Iop_I64UtoF32:
	case Iop_I32UtoF32:
	case Iop_F32toI32S:
	case Iop_F32toI64S:
	case Iop_F32toI32U:
	case Iop_F32toI64U:
	case Iop_I32StoF32:
	case Iop_I64StoF32:
	case Iop_F16toF32:
	case Iop_F32toF16:
		return OP(FP_OTHER, 1, 32);
	default:
		return OP(FP_OTHER, 0, 0);
	}
}

static struct fp_op convert_vector_op(IROp op)
{
	switch (op) {
	case Iop_I32UtoF32x2_DEP:
	case Iop_I32StoF32x2_DEP:
	case Iop_F32toI32Ux2_RZ:
	case Iop_F32toI32Sx2_RZ:
	case Iop_F32ToFixed32Ux2_RZ:
	case Iop_F32ToFixed32Sx2_RZ:
	case Iop_Fixed32UToF32x2_RN:
	case Iop_Fixed32SToF32x2_RN:
		return OP(FP_OTHER, 2, 32);
	case Iop_I32UtoF32x4_DEP:
	case Iop_I32StoF32x4_DEP:
	case Iop_I32StoF32x4:
	case Iop_F32toI32Sx4:
	case Iop_F32toI32Ux4_RZ:
	case Iop_F32toI32Sx4_RZ:
	case Iop_QF32toI32Ux4_RZ:
	case Iop_QF32toI32Sx4_RZ:
	case Iop_F32ToFixed32Ux4_RZ:
	case Iop_F32ToFixed32Sx4_RZ:
	case Iop_Fixed32UToF32x4_RN:
	case Iop_Fixed32SToF32x4_RN:
	case Iop_F32toF16x4_DEP:
	case Iop_F32toF16x4:
	case Iop_F16toF32x4:
		return OP(FP_OTHER, 4, 32);
	case Iop_F64toF16x2_DEP:
	case Iop_F16toF64x2:
		return OP(FP_OTHER, 2, 64);
	case Iop_I32StoF32x8:
	case Iop_F32toI32Sx8:
	case Iop_F32toF16x8:
	case Iop_F16toF32x8:
		return OP(FP_OTHER, 8, 32);
	default:
		return OP(FP_OTHER, 0, 0);
	}
}

/* Notes one operator of an instruction. */
void fp_see(struct fp_seen *seen, IROp op)
{
	static struct fp_op (*const classify[])(IROp) = {
		add_op,          sub_op,          mul_op,
		fma_op,          div_op,          sqrt_op,
		other_double_op, other_scalar_op, other_double_vector_op,
		other_vector_op, convert_op,      convert_vector_op,
	};

	for (UInt i = 0; i < sizeof classify / sizeof *classify; i++) {
		const struct fp_op f = classify[i](op);

		if (!f.lanes)
			continue;
		if (f.bits > seen->bits)
			seen->bits = f.bits;
		if (i == 0)
			seen->add += f.lanes;
		else if (i == 1)
			seen->sub += f.lanes;
		else
			seen->lanes[f.class] += f.lanes;
		return;
	}
}

static UChar clamp(UInt n)
{
	return n > 255 ? 255 : (UChar)n;
}

/*
 * Once all operators of an instruction were seen: which classes it is in.
 * An alternating add and subtract does both over all lanes and selects. A
 * multiply and an add of as many lanes are a fused one where the guest has no
 * instruction that is both for another reason (x86 has: dot products). What
 * is in an arithmetic class is not "other" as well: the sign changes of fused
 * operations and the rounding of single precision on Power belong to it.
 */
void fp_settle(const struct fp_seen *seen, struct insn *insn)
{
	UInt lanes[N_FP];
	UInt arithmetic = 0;

	for (UInt c = 0; c < N_FP; c++)
		lanes[c] = seen->lanes[c];
	lanes[FP_ADD] = seen->add > seen->sub ? seen->add : seen->sub;
#if !defined(VGA_amd64)
	if (lanes[FP_MUL] && lanes[FP_MUL] == lanes[FP_ADD]) {
		lanes[FP_FMA] += lanes[FP_MUL];
		lanes[FP_MUL] = lanes[FP_ADD] = 0;
	}
#endif
	for (UInt c = 0; c < FP_OTHER; c++)
		arithmetic += lanes[c];
	if (arithmetic)
		lanes[FP_OTHER] = 0;
	for (UInt c = 0; c < N_FP; c++) {
		if (lanes[c] > insn->lanes[c])
			insn->lanes[c] = clamp(lanes[c]);
	}
	if (seen->bits > insn->fp_bits)
		insn->fp_bits = clamp(seen->bits);
}
