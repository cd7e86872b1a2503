/*
 * perfexpert-sim: the operation of an instruction: its class and its operands
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "model_block.h"

/* The slowest class of floating-point operation, from count/fpclass.c */
static void fp_class(struct describe *d)
{
	const struct insn *i = d->micro->insn;
	const Bool packed = i->lanes[FP_DIV] > 1 || i->lanes[FP_SQRT] > 1;
	const UInt kind = (i->fp_bits <= 32) + 2 * packed;

	if (!i->fp_bits || d->class == C_SERIALISE || d->class == C_FP_SLOW)
		return;
	if (i->lanes[FP_SQRT])
		d->class = C_FP_SQRT + kind;
	else if (i->lanes[FP_DIV])
		d->class = C_FP_DIV + kind;
	else if (i->lanes[FP_FMA])
		d->class = C_FP_FMA;
	else if (i->lanes[FP_MUL])
		d->class = is_x87(i) ? C_FP_STACK : C_FP_MUL;
	else if (i->lanes[FP_ADD])
		d->class = is_x87(i) ? C_FP_STACK : C_FP_ADD;
	else
		return;
	d->has_op = True;
}

Bool from_vector(const struct describe *d, UShort src)
{
	if (src & FROM_SLOT)
		return is_vector((src & (FROM_SLOT - 1)) << 3);
	if (d->uops[src].crosses || d->uops[src].class == C_VEC_TO_INT)
		return False;
	return d->uops[src].class == C_LOAD_VEC ||
	       d->uops[src].class == C_LOAD_WIDE ||
	       model_is_fp(d->uops[src].class);
}

/* A load whose value is used by a vector operation has the latency of vector
 * loads */
static void loads_to_vectors(struct describe *d)
{
	for (UInt k = 0; k < d->micro->n_uops; k++) {
		struct uop *u = &d->uops[d->micro->first_uop + k];

		if (u->class == C_LOAD)
			u->class = C_LOAD_VEC;
	}
}

/*
 * VEX joins a comparison and the select or set that uses it in one expression:
 * the comparison is a separate operation before that, unless it was one
 * already, as a TEST of two registers.
 */
static void make_comparison(struct describe *d)
{
	UInt n = d->n_condition ? d->n_condition : d->n_op_srcs, left = 0;

	if (!d->compared || d->flags != FLAGS_USED || d->class != C_INT ||
	    d->n_op_srcs == 64 || d->flags_src < d->n_uops)
		return;
	add_uop(d, U_OP, C_INT);
	for (UInt i = 0; i < n; i++)
		add_src(d, d->op_srcs[i]);
	for (UInt i = n; i < d->n_op_srcs; i++)
		d->op_srcs[left++] = d->op_srcs[i];
	d->op_srcs[left++] = (UShort)(d->n_uops - 1);
	d->n_op_srcs = left;
}

/* An operation that needs several flags combines them first; the flags are
 * the last source */
static void join_flags(struct describe *d)
{
	if (d->class != C_INT_SELECT || !d->n_op_srcs ||
	    !joins_flags(d->micro->insn))
		return;
	UShort *last = &d->op_srcs[d->n_op_srcs - 1];

	add_uop(d, U_OP, C_INT_SELECT);
	add_src(d, *last);
	*last = (UShort)(d->n_uops - 1);
}

/* Moves values from the other register file before the operation */
static void bring_over(struct describe *d, Bool vectors, enum op_class by)
{
	for (UInt i = 0; i < d->n_op_srcs; i++) {
		if (from_vector(d, d->op_srcs[i]) != vectors)
			continue;
		add_uop(d, U_OP, by);
		add_src(d, d->op_srcs[i]);
		d->op_srcs[i] = (UShort)(d->n_uops - 1);
	}
}

/*
 * Operands are moved between register files: vector operands of an integer
 * operation, and integer operands of a vector operation that has no others,
 * before it; a vector operation's result for an integer register, after it.
 */
static Bool cross_over(struct describe *d)
{
	UInt vectors = 0;

	for (UInt i = 0; i < d->n_op_srcs; i++)
		vectors += from_vector(d, d->op_srcs[i]);
	if (d->to_vec && !vectors && !d->micro->n_loads)
		bring_over(d, False, C_INT_TO_VEC);
	if (!vectors || d->to_vec ||
	    !(d->to_int || d->class == C_FP_COMPARE ||
	      d->micro->flags & M_BRANCH))
		return False;
	if (model_is_fp(d->class))
		return True;
	bring_over(d, True, C_VEC_TO_INT);
	return False;
}

/* VEX recomputes the carry from the operands of the instruction that set it.
 * The operation still waits for that instruction. */
static void wait_for_flags(struct describe *d)
{
	if (d->flags_src >= d->n_uops || model_is_fp(d->class) ||
	    model_is_fp(d->uops[d->flags_src].class))
		return;
	if (d->flags == FLAGS_CARRIED ||
	    (d->flags == FLAGS_USED && !d->compared))
		op_src(d, d->flags_src);
}

void make_op(struct describe *d)
{
	Bool crosses;

	fp_class(d);
	if (!d->has_op)
		return;
	wait_for_flags(d);
	make_comparison(d);
	if (d->class == C_INT && !d->to_vec)
		d->class = reads_control(d->micro->insn)
		                   ? C_CONTROL
		                   : integer_class(d->micro->insn);
	join_flags(d);
	/* VEX has some of them on parts of vectors */
	if (d->multiplies && d->to_vec)
		heavier(d, C_VEC_INT_MUL);
	if (model_is_fp(d->class) || d->to_vec)
		loads_to_vectors(d);
	crosses = cross_over(d);
	struct uop *u = add_uop(d, U_OP, d->class);

	u->crosses = crosses;
	if (d->wide)
		u->passes = (UChar)sim.model->n.wide_passes;
	else if (d->x87_passes)
		u->passes = (UChar)d->x87_passes;

	for (UInt i = 0; i < d->n_op_srcs; i++)
		add_src(d, d->op_srcs[i]);
	if (model_is_fp(d->class))
		d->micro->flags |= M_FP;
	for (UInt i = 0; i < d->n_op_temps; i++)
		d->value[d->op_temps[i]] = (UShort)(d->n_uops - 1);
}
