/*
 * perfexpert-sim: instructions of AVX-512 for VEX
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "evex_sim.h"
#include "measure/collect/simulate/tool/translate/prefetch.h"
#include "measure/collect/simulate/tool/translate/strings.h"

#if defined(VGA_amd64) && defined(SIM_DECODES)
#include "libvex_guest_amd64.h"

static struct {
	Bool on_host; /* its instructions can be executed */
	Bool seen;    /* one was translated */
} own;

void evex_init(void)
{
	own.on_host = evex_on_host();
}

/*
 * The linker gives VEX this decoder in place of its own (see Makefile.inc), so
 * that an instruction of AVX-512 is one like others: in the middle of a block,
 * with its length, checked when code is written over. What it leaves to VEX's
 * own needs one thing more: an AVX instruction clears the register that it
 * writes up to its end, of which VEX knows the lower half only. As long as no
 * instruction of AVX-512 was seen, all upper halves are 0 and stay so; when the
 * first one is, all translations are thrown away.
 *
 * The declarations are those of VEX's guest_generic_bb_to_IR.h since Valgrind
 * 3.16; its headers for tools do not have them.
 */
enum { STOP_HERE = 0x10, CONTINUE = 0x11, NO_HINT = 0x20 };

struct dis_result {
	UInt len;
	UInt what_next;
	UInt hint;
	UInt jump_kind;
};

/* NOLINTBEGIN(readability-function-size): what VEX passes */
struct dis_result vex_decode(IRSB *out, const UChar *code, Long delta, Addr ip,
                             VexArch arch, const VexArchInfo *info,
                             const VexAbiInfo *abi, VexEndness endness,
                             Bool diagnose) __asm__("__real_disInstr_AMD64");
struct dis_result decode(IRSB *out, const UChar *code, Long delta, Addr ip,
                         VexArch arch, const VexArchInfo *info,
                         const VexAbiInfo *abi, VexEndness endness,
                         Bool diagnose) __asm__("__wrap_disInstr_AMD64");
/* NOLINTEND(readability-function-size) */

static const HChar stub_name[] = "evex";

#define GUEST(member) ((UInt)offsetof(VexGuestAMD64State, guest_##member))
#define BESIDE(member)                                                         \
	((UInt)sizeof(VexGuestAMD64State) +                                    \
	 (UInt)offsetof(struct state, evex.member))

UInt evex_vector_at(UInt number)
{
	return number < 16 ? GUEST(YMM0) + 32 * number
	                   : BESIDE(zmm) + 64 * (number - 16);
}

UInt evex_high_at(UInt number)
{
	return BESIDE(high) + 32 * number;
}

UInt evex_mask_at(UInt number)
{
	return BESIDE(mask) + 8 * number;
}

UInt evex_general_at(UInt number)
{
	return GUEST(RAX) + 8 * number;
}

const struct evex *evex_of(const IRDirty *d)
{
	return d->cee->name == stub_name ? evex_of_stub(d->cee->addr) : NULL;
}

/* ---- pieces of IR ---- */

static IRExpr *word(ULong k)
{
	return IRExpr_Const(IRConst_U64(k));
}

static void put_word(IRSB *out, UInt offset, ULong k)
{
	addStmtToIRSB(out, IRStmt_Put((Int)offset, word(k)));
}

static IRExpr *general(UInt number)
{
	return IRExpr_Get((Int)evex_general_at(number), Ity_I64);
}

static IRExpr *add(IRExpr *a, IRExpr *b)
{
	return a ? IRExpr_Binop(Iop_Add64, a, b) : b;
}

/* The address of the operand in memory; without the index of a gather. */
static IRExpr *address(const struct evex *e, Addr after)
{
	IRExpr *x = NULL;

	if (e->base == EVEX_RIP)
		x = word(after);
	else if (e->base != EVEX_NO_REG)
		x = general(e->base);
	if (e->index != EVEX_NO_REG && !evex_gathers(e))
		x = add(x, IRExpr_Binop(Iop_Shl64, general(e->index),
		                        IRExpr_Const(IRConst_U8(e->scale))));
	if (e->disp || !x)
		x = add(x, word((ULong)(Long)e->disp));
	if (e->address32)
		x = IRExpr_Unop(Iop_32Uto64, IRExpr_Unop(Iop_64to32, x));
	if (e->segment)
		x = add(x, IRExpr_Get(e->segment == 0x64 ? (Int)GUEST(FS_CONST)
		                                         : (Int)GUEST(GS_CONST),
		                      Ity_I64));
	return x;
}

static IRExpr *assign(IRSB *out, IRExpr *x)
{
	const IRTemp t = newIRTemp(out->tyenv, Ity_I64);

	addStmtToIRSB(out, IRStmt_WrTmp(t, x));
	return IRExpr_RdTmp(t);
}

static void touches(IRDirty *d, IREffect effect, UInt offset, UInt size)
{
	tl_assert(d->nFxState < VEX_N_FXSTATE);
	d->fxState[d->nFxState].nRepeats = 0;
	d->fxState[d->nFxState].repeatLen = 0;
	d->fxState[d->nFxState].fx = effect;
	d->fxState[d->nFxState].offset = (UShort)offset;
	d->fxState[d->nFxState].size = (UShort)size;
	d->nFxState++;
}

/*
 * What lies beside the guest state is only known to stubs, and VEX takes none
 * of them for free of effects, so it needs not be declared.
 */
static void declare_registers(IRDirty *d, const struct evex *e)
{
	struct evex_operand o[EVEX_OPERANDS];
	const UInt n = evex_operands(e, o);

	touches(d, Ifx_Read, GUEST(SSEROUND), 8);
	for (UInt i = 0; i < n; i++) {
		const IREffect effect = !o[i].written ? Ifx_Read
		                        : o[i].read   ? Ifx_Modify
		                                      : Ifx_Write;

		if (o[i].bank == GENERAL)
			touches(d, effect, evex_general_at(o[i].number), 8);
		else if (o[i].bank == VECTORS && o[i].number < 16)
			touches(d, effect, evex_vector_at(o[i].number), 32);
	}
}

static void declare_memory(IRDirty *d, const struct evex *e, IRExpr *addr)
{
	d->mFx = evex_stores(e) ? Ifx_Write : Ifx_Read;
	d->mAddr = addr;
	d->mSize = e->mem_bytes;
}

/* Flags as they are: ZF, PF, CF, and zeros. */
static void put_flags(IRSB *out, IRTemp flags)
{
	enum { COPY = 0, MASK = 0x8d5 };
	IRExpr *kept = assign(
		out, IRExpr_Binop(Iop_And64, IRExpr_RdTmp(flags), word(MASK)));

	put_word(out, GUEST(CC_OP), COPY);
	addStmtToIRSB(out, IRStmt_Put((Int)GUEST(CC_DEP1), kept));
	put_word(out, GUEST(CC_DEP2), 0);
	put_word(out, GUEST(CC_NDEP), 0);
}

static void execute(IRSB *out, const struct evex *e, Addr ip)
{
	const Bool memory = evex_is_memory(e);
	IRExpr *addr = memory ? assign(out, address(e, ip + e->size)) : word(0);
	IRExpr **args = mkIRExprVec_2(IRExpr_GSPTR(), addr);
	IRTemp flags = IRTemp_INVALID;
	IRDirty *d;

	if (evex_sets_flags(e)) {
		flags = newIRTemp(out->tyenv, Ity_I64);
		d = unsafeIRDirty_1_N(flags, 0, stub_name, evex_stub(e), args);
	} else {
		d = unsafeIRDirty_0_N(0, stub_name, evex_stub(e), args);
	}
	declare_registers(d, e);
	if (memory)
		declare_memory(d, e, addr);
	addStmtToIRSB(out, IRStmt_Dirty(d));
	if (flags != IRTemp_INVALID)
		put_flags(out, flags);
	put_word(out, GUEST(RIP), ip + e->size);
}

/* Ends the block before the instruction, and all translations with it. */
static struct dis_result start_anew(IRSB *out, Addr ip, UInt size)
{
	own.seen = True;
	put_word(out, GUEST(CMSTART), 0);
	put_word(out, GUEST(CMLEN), ~0ULL >> 1);
	put_word(out, GUEST(RIP), ip);
	return (struct dis_result){ size, STOP_HERE, NO_HINT, Ijk_InvalICache };
}

Bool evex_begins_anew(const IRSB *in)
{
	return in->jumpkind == Ijk_InvalICache;
}

/* ---- upper halves, of what VEX translates ---- */

/* Is it an AVX instruction? After prefixes of segment and address only. */
static Bool is_avx(const UChar *code)
{
	static const UChar prefixes[] = { 0x26, 0x2e, 0x36, 0x3e,
		                          0x64, 0x65, 0x67 };

	for (UInt i = 0; i < 15; i++) {
		Bool prefix = False;

		for (UInt k = 0; k < sizeof prefixes; k++)
			prefix |= code[i] == prefixes[k];
		if (!prefix)
			return code[i] == 0xc4 || code[i] == 0xc5;
	}
	return False;
}

/* A bit for each YMM in which a statement puts something. */
static UInt written_by(const IRStmt *s)
{
	UInt set = 0;

	for (UInt i = 0; i < 16; i++) {
		const Int from = (Int)GUEST(YMM0) + 32 * (Int)i;

		if (s->tag == Ist_Put)
			set |= (UInt)(s->Ist.Put.offset >= from &&
			              s->Ist.Put.offset < from + 32)
			       << i;
		if (s->tag != Ist_Dirty)
			continue;
		for (Int k = 0; k < s->Ist.Dirty.details->nFxState; k++) {
			const Int at = s->Ist.Dirty.details->fxState[k].offset;

			if (s->Ist.Dirty.details->fxState[k].fx != Ifx_Read)
				set |= (UInt)(at >= from && at < from + 32)
				       << i;
		}
	}
	return set;
}

/* The last statement is the new instruction pointer, and stays the last. */
static void clear_high(IRSB *out, Int from)
{
	UInt set = 0;

	for (Int i = from; i < out->stmts_used; i++)
		set |= written_by(out->stmts[i]);
	if (!set)
		return;
	IRStmt *last = out->stmts[--out->stmts_used];

	for (UInt i = 0; i < 16; i++) {
		if (set >> i & 1)
			addStmtToIRSB(
				out, IRStmt_Put((Int)evex_high_at(i),
			                        IRExpr_Const(IRConst_V256(0))));
	}
	addStmtToIRSB(out, last);
}

/* ---- scalars that become a whole register ---- */

static Bool is_zero_put(const IRStmt *s)
{
	return s && s->tag == Ist_Put && s->Ist.Put.data->tag == Iex_Const &&
	       s->Ist.Put.data->Iex.Const.con->tag == Ico_V128 &&
	       !s->Ist.Put.data->Iex.Const.con->Ico.V128;
}

/*
 * movss and movsd from memory clear the register and write its lower part
 * then. The processor would wait, when all of it is read, until both are in
 * the cache; so they are one value.
 */
static IRExpr *whole(const IRSB *out, IRExpr *lower)
{
	switch (typeOfIRExpr(out->tyenv, lower)) {
	case Ity_I64:
		return IRExpr_Unop(Iop_64UtoV128, lower);
	case Ity_I32:
		return IRExpr_Unop(Iop_32UtoV128, lower);
	default:
		return NULL;
	}
}

static void put_whole(IRSB *out, Int from)
{
	Int n = from;

	for (Int i = from; i < out->stmts_used; i++) {
		IRStmt *s = out->stmts[i];
		IRStmt *before = n > from ? out->stmts[n - 1] : NULL;
		IRExpr *all = NULL;

		if (is_zero_put(before) && s->tag == Ist_Put &&
		    before->Ist.Put.offset == s->Ist.Put.offset)
			all = whole(out, s->Ist.Put.data);
		if (all)
			before->Ist.Put.data = all;
		else
			out->stmts[n++] = s;
	}
	out->stmts_used = n;
}

/* NOLINTNEXTLINE(readability-function-size): what VEX passes */
struct dis_result decode(IRSB *out, const UChar *code, Long delta, Addr ip,
                         VexArch arch, const VexArchInfo *info,
                         const VexAbiInfo *abi, VexEndness endness,
                         Bool diagnose)
{
	const Int from = out->stmts_used;
	struct evex e;

	if (own.on_host && evex_decode(&e, code + delta, EVEX_LONGEST)) {
		if (!own.seen)
			return start_anew(out, ip, e.size);
		execute(out, &e, ip);
		return (struct dis_result){ e.size, CONTINUE, NO_HINT,
			                    Ijk_INVALID };
	}
	const struct dis_result r = vex_decode(out, code, delta, ip, arch, info,
	                                       abi, endness, diagnose);

	if (r.len && string_decode(out, from, code + delta, ip, r.len))
		return (struct dis_result){ r.len, STOP_HERE, NO_HINT,
			                    Ijk_Boring };
	if (r.len)
		put_whole(out, from);
	if (own.seen && r.len && is_avx(code + delta))
		clear_high(out, from);
	if (r.len > 2)
		prefetch_add(out, code + delta, ip, r.len);
	return r;
}
#else
/* No instruction is one of AVX-512's here. */
UInt evex_vector_at(UInt number)
{
	return number;
}

UInt evex_high_at(UInt number)
{
	return number;
}

UInt evex_mask_at(UInt number)
{
	return number;
}

UInt evex_general_at(UInt number)
{
	return number;
}

void evex_init(void)
{
}

const struct evex *evex_of(const IRDirty *d)
{
	(void)d;
	return NULL;
}

Bool evex_begins_anew(const IRSB *in)
{
	(void)in;
	return False;
}
#endif
