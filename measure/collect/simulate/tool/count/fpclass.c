/*
 * perfexpert-sim: which VEX operators are floating point
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/core/sim.h"

/* Beside enum fp_class: an instruction may add and subtract */
enum { FP_SUB = N_FP };

static const struct {
	UChar class, lanes, bits; /* without lanes: no floating point */
} ops[Iop_LAST - Iop_INVALID] = {
#define FP(op, c, l, b) [(op)-Iop_INVALID] = { FP_##c, l, b },
#define OTHER(op, l, b, core) FP(op, OTHER, l, b)
#include "measure/collect/simulate/tool/core/operators.def"
};

/* Notes one operator of an instruction. */
void fp_see(struct fp_seen *seen, IROp op)
{
	const UInt class = ops[(op)-Iop_INVALID].class;
	const UInt lanes = ops[(op)-Iop_INVALID].lanes;

	if (ops[(op)-Iop_INVALID].bits > seen->bits)
		seen->bits = ops[(op)-Iop_INVALID].bits;
	if (class == FP_SUB)
		seen->sub += lanes;
	else if (class == FP_ADD)
		seen->add += lanes;
	else
		seen->lanes[class] += lanes;
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
