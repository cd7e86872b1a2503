/*
 * perfexpert-sim: prefetches that the program asks for
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * VEX makes nothing of them. Where it asks our decoder (evex_ir.c), they become
 * a call with their address, which is kept while a burst of the timing model
 * lasts. The simulated caches know nothing of prefetching.
 *
 * Source: AMD64 Architecture Programmer's Manual, vol. 3, PREFETCH (24594)
 */
#include "prefetch.h"

static const HChar name[] = "prefetch";

/* Which of these is called decides to which cache a line goes. */
static void into_l2(Addr addr)
{
	model_prefetch(addr);
}

UInt prefetch_of(const IRDirty *d)
{
	if (d->cee->name != name)
		return 0;
	return d->cee->addr == (void *)into_l2 ? 2 : 1;
}

Bool prefetch_takes(struct emit *e, const IRDirty *d)
{
	const UInt into = prefetch_of(d);

	if (!into)
		return False;
	if (model_wanted() && !e->light)
		emit_prefetch(e, d);
	return True;
}

#if defined(VGA_amd64) && defined(SIM_DECODES)
#include "libvex_guest_amd64.h"

static void into_l1(Addr addr)
{
	model_prefetch(addr);
}

enum { RSP = 4, RBP = 5 }; /* which mean something else, at places */

static IRExpr *word(ULong k)
{
	return IRExpr_Const(IRConst_U64(k));
}

static IRExpr *general(UInt number)
{
	const Int at = (Int)offsetof(VexGuestAMD64State, guest_RAX);

	return IRExpr_Get(at + 8 * (Int)number, Ity_I64);
}

static IRExpr *assign(IRSB *out, IRExpr *x)
{
	const IRTemp t = newIRTemp(out->tyenv, Ity_I64);

	addStmtToIRSB(out, IRStmt_WrTmp(t, x));
	return IRExpr_RdTmp(t);
}

static IRExpr *add(IRSB *out, IRExpr *a, IRExpr *b)
{
	return a ? assign(out, IRExpr_Binop(Iop_Add64, a, b)) : b;
}

static Int disp_at(const UChar *p, UInt mod)
{
	Int disp;

	if (mod == 1)
		return (signed char)*p;
	VG_(memcpy)(&disp, p, sizeof disp);
	return disp;
}

/* The operand after ModRM, at p; after: the next instruction. */
static IRExpr *address(IRSB *out, const UChar *p, UInt rex, Addr after)
{
	const UInt mod = *p >> 6, rm = *p & 7;
	UInt base = rm | (rex & 1) << 3;
	IRExpr *x = NULL;

	p++;
	if (rm == RSP) {
		const UInt sib = *p++;
		const UInt index = (sib >> 3 & 7) | (rex & 2) << 2;

		base = (sib & 7) | (rex & 1) << 3;
		if (index != RSP)
			x = assign(out,
			           IRExpr_Binop(Iop_Shl64,
			                        assign(out, general(index)),
			                        IRExpr_Const(IRConst_U8(
							(UChar)(sib >> 6)))));
	}
	if (mod || (base & 7) != RBP)
		x = add(out, x, assign(out, general(base)));
	else if (rm == RBP)
		x = word(after);
	if (mod == 1 || mod == 2 || (!mod && (base & 7) == RBP))
		x = add(out, x, word((ULong)(Long)disp_at(p, mod)));
	return x;
}

/* 0F 18 /0 to /3: NTA, T0, T1, T2; 0F 0D /0 to /2: those of 3DNow!. 0: none */
static UInt hint(const UChar *code)
{
	const UInt which = code[2] >> 3 & 7;

	if (code[0] != 0x0f || code[2] >> 6 == 3)
		return 0;
	if (code[1] == 0x0d && which < 3)
		return 1;
	return code[1] != 0x18 || which > 3 ? 0 : which < 2 ? 1 : 2;
}

void prefetch_add(IRSB *out, const UChar *code, Addr ip, UInt length)
{
	const UInt rex = (*code & 0xf0) == 0x40 ? *code : 0;
	const UInt into = hint(code + (rex != 0));

	if (!into || !model_wanted())
		return;
	/* the new instruction pointer stays the last */
	IRStmt *last = out->stmts[--out->stmts_used];
	IRExpr *addr = address(out, code + (rex != 0) + 2, rex, ip + length);
	void *fn = into == 1 ? into_l1 : into_l2;
	IRDirty *d = unsafeIRDirty_0_N(0, name, fn, mkIRExprVec_1(addr));

	addStmtToIRSB(out, IRStmt_Dirty(d));
	addStmtToIRSB(out, last);
}
#endif
