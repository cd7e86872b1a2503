/*
 * perfexpert-sim: the stack of the x87 unit, to the timing model
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * VEX keeps the unit's eight registers in an array that is addressed by the top
 * of the stack, a number that pushes and pops change and each register's tag is
 * asked about. To a processor this is renaming: the register that is meant is
 * known before anything is executed. Where the top is as a block is described,
 * it is each time that the block is executed: the ABI wants the stack empty at
 * a call and at most results on it at a return (System V ABI, AMD64, 3.2.1).
 */
#include "model_block.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

#if defined(VGA_amd64)

enum { REGISTERS = 8 };

#define TOP ((Int)offsetof(VexGuestAMD64State, guest_FTOP))
#define VALUES ((Int)offsetof(VexGuestAMD64State, guest_FPREG))
#define TAGS ((Int)offsetof(VexGuestAMD64State, guest_FPTAG))

void x87_begin(struct describe *d)
{
	VG_(get_shadow_regs_area)
	(VG_(get_running_tid)(), (UChar *)&d->x87_top, 0, TOP,
	 sizeof d->x87_top);
}

/* The value of an expression that is the top and constants; False: unknown */
static Bool value_of(const struct describe *d, const IRExpr *e, UInt depth,
                     UInt *value)
{
	UInt a, b;

	switch (e->tag) {
	case Iex_RdTmp:
		e = d->def[e->Iex.RdTmp.tmp];
		return e && depth && value_of(d, e, depth - 1, value);
	case Iex_Get:
		*value = d->x87_top;
		return e->Iex.Get.offset == TOP;
	case Iex_Const:
		*value = e->Iex.Const.con->Ico.U32;
		return e->Iex.Const.con->tag == Ico_U32;
	case Iex_Binop:
		if (!depth || !value_of(d, e->Iex.Binop.arg1, depth - 1, &a) ||
		    !value_of(d, e->Iex.Binop.arg2, depth - 1, &b))
			return False;
		*value = e->Iex.Binop.op == Iop_Add32   ? a + b
		         : e->Iex.Binop.op == Iop_Sub32 ? a - b
		                                        : a & b;
		return e->Iex.Binop.op == Iop_Add32 ||
		       e->Iex.Binop.op == Iop_Sub32 ||
		       e->Iex.Binop.op == Iop_And32;
	default:
		return False;
	}
}

UInt indexed_slot(const struct describe *d, const IRRegArray *array,
                  const IRExpr *index, Int bias)
{
	const UInt first = slot_at(array->base);
	UInt top;

	if (array->base != VALUES || !value_of(d, index, 16, &top))
		return first;
	return first + ((top + (UInt)bias) & (REGISTERS - 1));
}

Bool is_x87_state(Int offset)
{
	return offset == TOP || (offset >= TAGS && offset < TAGS + REGISTERS);
}

/* By its opcode; a prefix before it, of which compilers make none, hides it. */
Bool is_x87(const struct insn *i)
{
	return (*(const UChar *)i->addr & 0xf8) == 0xd8;
}

/* Whether a condition asks for the tag of a register */
Bool is_x87_tag(const struct describe *d, const IRExpr *e, UInt depth)
{
	if (e->tag == Iex_GetI)
		return e->Iex.GetI.descr->base == TAGS;
	if (!depth)
		return False;
	if (e->tag == Iex_RdTmp)
		return d->def[e->Iex.RdTmp.tmp] &&
		       is_x87_tag(d, d->def[e->Iex.RdTmp.tmp], depth - 1);
	if (e->tag == Iex_Unop)
		return is_x87_tag(d, e->Iex.Unop.arg, depth - 1);
	return e->tag == Iex_Binop &&
	       is_x87_tag(d, e->Iex.Binop.arg1, depth - 1);
}

/* Loads and stores of ten bytes, which VEX calls helpers for */
Bool is_x87_move(const IRDirty *s)
{
	return VG_(strcmp)(s->cee->name, "amd64g_dirtyhelper_loadF80le") == 0 ||
	       VG_(strcmp)(s->cee->name, "amd64g_dirtyhelper_storeF80le") == 0;
}

/*
 * They take the unit for a while that others wait for and their values don't:
 * measured on a Zen 4, loads with nothing else 4 cycles, loads and stores 9.
 * (Of one address again and again a load takes 20, for no reason that we know.)
 */
void x87_move(struct describe *d, const IRDirty *s)
{
	const Bool stores = s->mFx == Ifx_Write;

	if (stores)
		walk(d, s->args[1], 16);
	d->x87_passes = stores ? 5 : 4;
	heavier(d, C_FP_STACK);
}

#else

void x87_begin(struct describe *d)
{
	d->x87_top = 0;
}

UInt indexed_slot(const struct describe *d, const IRRegArray *array,
                  const IRExpr *index, Int bias)
{
	(void)d, (void)index, (void)bias;
	return slot_at(array->base);
}

Bool is_x87_state(Int offset)
{
	(void)offset;
	return False;
}

Bool is_x87(const struct insn *i)
{
	(void)i;
	return False;
}

void x87_move(struct describe *d, const IRDirty *s)
{
	(void)d, (void)s;
}

Bool is_x87_tag(const struct describe *d, const IRExpr *e, UInt depth)
{
	(void)d, (void)e, (void)depth;
	return False;
}

Bool is_x87_move(const IRDirty *s)
{
	(void)s;
	return False;
}

#endif
