/*
 * perfexpert-sim: fused multiply-adds by the host's own instruction
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "emit.h"
#include "pub_tool_machine.h"

/*
 * VEX computes fused multiply-adds in software, lane by lane, some hundred
 * instructions each. Here the operands of all lanes of an instruction are put
 * beside the guest state, and one call computes them with the processor's
 * instruction, which gives what it gives natively: also where VEX differs,
 * in the rounding mode (it takes the nearest), the sign of a zero and of what
 * is not a number (it negates what goes in or comes out).
 *
 * What an instruction does with the results of the lanes, and whatever it
 * writes to registers after the first of them, waits until all were seen.
 */

#if defined(VGA_amd64)
#include <cpuid.h>
#include "libvex_guest_amd64.h"

enum { MINUS_PRODUCT = 1, MINUS_ADDEND = 2, SINGLE = 4, N_KINDS = 8 };
enum { ROUNDING = 13 }; /* first bit of the mode in MXCSR, coded as in IR */

/* Has it FMA, and does the system keep the registers that it writes? */
Bool fma_on_host(void)
{
	const UInt wanted = bit_FMA | bit_AVX | bit_OSXSAVE;
	UInt a, b, c, d;

	if (!__get_cpuid(1, &a, &b, &c, &d) || (c & wanted) != wanted)
		return False;
	__asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
	return (a & 6) == 6;
}

/* ---- what translations call ---- */

static UInt set_rounding(UWord mode)
{
	const UInt before = __builtin_ia32_stmxcsr();

	__builtin_ia32_ldmxcsr((before & ~(3u << ROUNDING)) |
	                       (UInt)(mode & 3) << ROUNDING);
	return before;
}

/*
 * Results take the place of the first operands. Which of several NaNs is the
 * result depends on the operands' order.
 */
#define HELPER(name, instruction, lanes)                                       \
	static VG_REGPARM(3) void name(UChar *guest, UWord n, UWord mode)      \
	{                                                                      \
		union fma_operand *o =                                         \
			(union fma_operand *)(guest + sim.fma_at);             \
		const UInt before = mode ? set_rounding(mode) : 0;             \
                                                                               \
		for (UWord i = 0; i < n; i++)                                  \
			__asm__ volatile(instruction " %2, %1, %0"             \
			                 : "+x"(o[0].lanes[i])                 \
			                 : "x"(o[2].lanes[i]),                 \
			                   "x"(o[1].lanes[i]));                \
		if (mode)                                                      \
			__builtin_ia32_ldmxcsr(before);                        \
	}

HELPER(madd64, "vfmadd132sd", d)
HELPER(msub64, "vfmsub132sd", d)
HELPER(nmadd64, "vfnmadd132sd", d)
HELPER(nmsub64, "vfnmsub132sd", d)
HELPER(madd32, "vfmadd132ss", f)
HELPER(msub32, "vfmsub132ss", f)
HELPER(nmadd32, "vfnmadd132ss", f)
HELPER(nmsub32, "vfnmsub132ss", f)

static const struct helper {
	const HChar *name;
	VG_REGPARM(3) void (*fn)(UChar *guest, UWord n, UWord mode);
} helpers[N_KINDS] = {
	[0] = { "madd64", madd64 },
	[MINUS_ADDEND] = { "msub64", msub64 },
	[MINUS_PRODUCT] = { "nmadd64", nmadd64 },
	[MINUS_PRODUCT | MINUS_ADDEND] = { "nmsub64", nmsub64 },
	[SINGLE] = { "madd32", madd32 },
	[SINGLE | MINUS_ADDEND] = { "msub32", msub32 },
	[SINGLE | MINUS_PRODUCT] = { "nmadd32", nmadd32 },
	[SINGLE | MINUS_PRODUCT | MINUS_ADDEND] = { "nmsub32", nmsub32 },
};

/* ---- how translations are changed ---- */

static Bool is_temp(const IRExpr *x)
{
	return x->tag == Iex_RdTmp;
}

static Bool waits(const struct fused *f, const IRExpr *x)
{
	if (!is_temp(x))
		return False;
	for (UInt i = 0; i < f->n_waiting; i++) {
		if (f->waiting[i] == x->Iex.RdTmp.tmp)
			return True;
	}
	return False;
}

static void write_temp(struct emit *e, IRTemp t, IRExpr *value)
{
	addStmtToIRSB(e->out, IRStmt_WrTmp(t, value));
}

static Int operand_at(UInt kind, UInt operand, UInt lane)
{
	const SizeT size = kind & SINGLE ? sizeof(float) : sizeof(double);

	return (Int)(sim.fma_at + operand * sizeof(union fma_operand) +
	             lane * size);
}

/*
 * VEX gives the nearest as the mode, whatever the program chose. A mode that
 * is no constant is believed.
 */
static IRExpr *rounding(const struct fused *f, struct emit *e)
{
	const IRTemp t = newIRTemp(e->out->tyenv, Ity_I64);

	if (is_temp(f->mode))
		write_temp(e, t, IRExpr_Unop(Iop_32Uto64, f->mode));
	else
		write_temp(
			e, t,
			IRExpr_Get(offsetof(VexGuestAMD64State, guest_SSEROUND),
		                   Ity_I64));
	return IRExpr_RdTmp(t);
}

static void call_host(const struct fused *f, struct emit *e)
{
	const struct helper *h = &helpers[f->kind];
	IRExpr *n = IRExpr_Const(IRConst_U64(f->n));
	IRExpr **args = mkIRExprVec_3(IRExpr_GSPTR(), n, rounding(f, e));
	IRDirty *d = unsafeIRDirty_0_N(3, h->name, VG_(fnptr_to_fnentry)(h->fn),
	                               args);

	d->nFxState = 1;
	VG_(memset)(d->fxState, 0, sizeof d->fxState);
	d->fxState[0].fx = Ifx_Modify;
	d->fxState[0].offset = (UShort)sim.fma_at;
	d->fxState[0].size = 3 * sizeof(union fma_operand);
	addStmtToIRSB(e->out, IRStmt_Dirty(d));
}

/* Computes what was gathered, and lets go on what waited for it. */
void fma_flush(struct fused *f, struct emit *e)
{
	const IRType type = f->kind & SINGLE ? Ity_F32 : Ity_F64;
	const IROp negate = f->kind & SINGLE ? Iop_NegF32 : Iop_NegF64;

	if (!f->n)
		return;
	call_host(f, e);
	for (UInt i = 0; i < f->n; i++) {
		IRExpr *result = IRExpr_Get(operand_at(f->kind, 0, i), type);

		if (f->negated[i] == IRTemp_INVALID) {
			write_temp(e, f->result[i], result);
			continue;
		}
		write_temp(e, f->negated[i], result);
		write_temp(e, f->result[i],
		           IRExpr_Unop(negate, IRExpr_RdTmp(f->negated[i])));
	}
	for (UInt i = 0; i < f->n_later; i++)
		addStmtToIRSB(e->out, f->later[i]);
	f->n = f->n_later = f->n_waiting = 0;
}

static void wait_for(struct fused *f, IRTemp t)
{
	f->waiting[f->n_waiting++] = t;
}

static Bool is_negation(const IRExpr *x)
{
	return x && x->tag == Iex_Unop &&
	       (x->Iex.Unop.op == Iop_NegF64 || x->Iex.Unop.op == Iop_NegF32);
}

/* The temporary that the instruction sets to minus the result, if any. */
static IRTemp negated_result(const IRSB *in, Int at)
{
	IRTemp t = in->stmts[at]->Ist.WrTmp.tmp;

	for (Int i = at + 1; i < in->stmts_used && i <= at + 3; i++) {
		const IRStmt *s = in->stmts[i];

		if (s->tag == Ist_NoOp)
			continue;
		if (s->tag != Ist_WrTmp)
			break;
		const IRExpr *x = s->Ist.WrTmp.data;

		if (is_temp(x) && x->Iex.RdTmp.tmp == t)
			t = s->Ist.WrTmp.tmp;
		else if (is_negation(x) && is_temp(x->Iex.Unop.arg) &&
		         x->Iex.Unop.arg->Iex.RdTmp.tmp == t)
			return s->Ist.WrTmp.tmp;
		else
			break;
	}
	return IRTemp_INVALID;
}

/* The kind without its signs, or N_KINDS: not a fused multiply-add. */
static UInt kind_of(IROp op)
{
	switch (op) {
	case Iop_MAddF64:
		return 0;
	case Iop_MSubF64:
		return MINUS_ADDEND;
	case Iop_MAddF32:
		return SINGLE;
	case Iop_MSubF32:
		return SINGLE | MINUS_ADDEND;
	default:
		return N_KINDS;
	}
}

static Bool take_lane(struct fused *f, struct emit *e, const IRExpr **def,
                      const IRSB *in, Int at)
{
	const IRStmt *s = in->stmts[at];
	const IRQop *q = s->Ist.WrTmp.data->Iex.Qop.details;
	UInt kind = kind_of(q->op);

	if (kind == N_KINDS)
		return False;
	IRExpr *addend = q->arg4;
	const IRExpr *source =
		is_temp(addend) ? def[addend->Iex.RdTmp.tmp] : NULL;

	if (is_negation(source)) {
		addend = source->Iex.Unop.arg;
		kind ^= MINUS_ADDEND;
	}
	const IRTemp negated = negated_result(in, at);

	if (negated != IRTemp_INVALID)
		kind ^= MINUS_PRODUCT | MINUS_ADDEND;
	if (f->n &&
	    (f->kind != kind || f->n == FMA_LANES || waits(f, q->arg2) ||
	     waits(f, q->arg3) || waits(f, addend)))
		fma_flush(f, e);
	IRExpr *operands[] = { q->arg2, q->arg3, addend };

	for (UInt i = 0; i < 3; i++)
		addStmtToIRSB(e->out, IRStmt_Put(operand_at(kind, i, f->n),
		                                 operands[i]));
	f->kind = kind;
	f->mode = q->arg1;
	f->result[f->n] = s->Ist.WrTmp.tmp;
	f->negated[f->n++] = negated;
	wait_for(f, s->Ist.WrTmp.tmp);
	if (negated != IRTemp_INVALID)
		wait_for(f, negated);
	return True;
}

static Bool overlaps_later(const struct fused *f, const struct emit *e,
                           const IRExpr *get)
{
	const Int from = get->Iex.Get.offset;
	const Int to = from + sizeofIRType(get->Iex.Get.ty);

	for (UInt i = 0; i < f->n_later; i++) {
		const IRStmt *s = f->later[i];

		if (s->tag != Ist_Put)
			continue;
		const Int size = sizeofIRType(
			typeOfIRExpr(e->out->tyenv, s->Ist.Put.data));

		if (from < s->Ist.Put.offset + size && s->Ist.Put.offset < to)
			return True;
	}
	return False;
}

/* May the value be computed before the lanes are? */
static Bool is_independent(const struct fused *f, const struct emit *e,
                           const IRExpr *x)
{
	switch (x->tag) {
	case Iex_Get:
		return !overlaps_later(f, e, x);
	case Iex_Const:
		return True;
	case Iex_RdTmp:
		return !waits(f, x);
	case Iex_Unop:
		return !waits(f, x->Iex.Unop.arg);
	case Iex_Binop:
		return !waits(f, x->Iex.Binop.arg1) &&
		       !waits(f, x->Iex.Binop.arg2);
	case Iex_Load:
		return !waits(f, x->Iex.Load.addr);
	default:
		return False;
	}
}

static Bool is_negated_result(const struct fused *f, IRTemp t)
{
	for (UInt i = 0; i < f->n; i++) {
		if (f->negated[i] == t)
			return True;
	}
	return False;
}

/* True if the statement was postponed or replaced */
static Bool put_off(struct fused *f, struct emit *e, IRStmt *s)
{
	if (s->tag == Ist_NoOp)
		return False;
	const Bool value = s->tag == Ist_WrTmp;

	if (value && is_negated_result(f, s->Ist.WrTmp.tmp))
		return True;
	if (value && is_independent(f, e, s->Ist.WrTmp.data))
		return False;
	const Bool copy = value && (s->Ist.WrTmp.data->tag == Iex_RdTmp ||
	                            s->Ist.WrTmp.data->tag == Iex_Unop);

	if ((!copy && s->tag != Ist_Put) || f->n_later == FMA_LATER) {
		fma_flush(f, e);
		return False;
	}
	f->later[f->n_later++] = s;
	if (copy)
		wait_for(f, s->Ist.WrTmp.tmp);
	return True;
}

/*
 * Takes over a statement of the program, if it is a fused multiply-add or has
 * to wait for one; else the caller emits it.
 */
Bool fma_takes(struct fused *f, struct emit *e, const IRExpr **def,
               const IRSB *in, Int at)
{
	IRStmt *s = in->stmts[at];

	if (!sim.host_fma)
		return False;
	if (s->tag == Ist_WrTmp && s->Ist.WrTmp.data->tag == Iex_Qop &&
	    take_lane(f, e, def, in, at))
		return True;
	return f->n && put_off(f, e, s);
}

#else

Bool fma_on_host(void)
{
	return False;
}

/* Elsewhere VEX has its own instructions for them, or none. */
Bool fma_takes(struct fused *f, struct emit *e, const IRExpr **def,
               const IRSB *in, Int at)
{
	(void)f;
	(void)e;
	(void)def;
	(void)in;
	(void)at;
	return False;
}

void fma_flush(struct fused *f, struct emit *e)
{
	(void)f;
	(void)e;
}

#endif
