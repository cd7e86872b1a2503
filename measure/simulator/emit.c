/*
 * perfexpert-sim: pieces of code added to translations
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "emit.h"
#include "pub_tool_machine.h"

#if defined(VG_BIGENDIAN)
static const IREndness endness = Iend_BE;
#else
static const IREndness endness = Iend_LE;
#endif

static IRExpr *word(ULong k)
{
	return IRExpr_Const(IRConst_U64(k));
}

static IRExpr *ptr(const void *p)
{
	return word((ULong)(Addr)p);
}

static IRExpr *assign(struct emit *e, IRType type, IRExpr *value)
{
	const IRTemp t = newIRTemp(e->out->tyenv, type);

	addStmtToIRSB(e->out, IRStmt_WrTmp(t, value));
	return IRExpr_RdTmp(t);
}

static IRExpr *op2(struct emit *e, IROp op, IRExpr *a, IRExpr *b)
{
	return assign(e, Ity_I64, IRExpr_Binop(op, a, b));
}

static IRExpr *compare(struct emit *e, IROp op, IRExpr *a, IRExpr *b)
{
	return assign(e, Ity_I1, IRExpr_Binop(op, a, b));
}

static IRExpr *load(struct emit *e, IRExpr *addr)
{
	return assign(e, Ity_I64, IRExpr_Load(endness, Ity_I64, addr));
}

static void store(struct emit *e, IRExpr *addr, IRExpr *value)
{
	addStmtToIRSB(e->out, IRStmt_Store(endness, addr, value));
}

static void call(struct emit *e, const HChar *name, void *fn, IRExpr **args,
                 IRExpr *guard)
{
	Int n = 0;

	while (args[n])
		n++;
	IRDirty *d =
		unsafeIRDirty_0_N(n, name, VG_(fnptr_to_fnentry)(fn), args);

	if (guard)
		d->guard = guard;
	addStmtToIRSB(e->out, IRStmt_Dirty(d));
}

/* Two stamps for each access, as it may touch two lines. */
static IRExpr *next_stamp(struct emit *e)
{
	e->stamps += 2;
	return op2(e, Iop_Add64, IRExpr_RdTmp(e->now), word(e->stamps));
}

void emit_entry(struct emit *e)
{
	e->now = newIRTemp(e->out->tyenv, Ity_I64);
	addStmtToIRSB(e->out, IRStmt_WrTmp(e->now, IRExpr_Load(endness, Ity_I64,
	                                                       ptr(&sim.now))));
	IRExpr *after = op2(e, Iop_Add64, IRExpr_RdTmp(e->now), word(0));

	e->advance = e->out->stmts[e->out->stmts_used - 1];
	store(e, ptr(&sim.now), after);
}

/* How many stamps the block gives is known now. */
void emit_finish(struct emit *e)
{
	e->stamps += 2;
	e->advance->Ist.WrTmp.data->Iex.Binop.arg2 = word(e->stamps);
	for (UInt i = 0; i < e->n_accesses; i++) {
		struct access *a = &e->block->accesses[i];

		a->back = e->stamps - a->back;
	}
}

void emit_count(struct emit *e, UInt segment)
{
	IRExpr *count = ptr(&e->block->count[segment]);

	store(e, count, op2(e, Iop_Add64, load(e, count), word(1)));
}

void emit_fetch(struct emit *e, struct insn *insn, Addr addr, UInt second)
{
	struct fetch *f = &e->block->fetches[e->n_fetches++];
	struct line *line = line_get(addr);

	f->line = line;
	f->insn = insn;
	f->second = second;
	IRExpr *gone =
		compare(e, Iop_CmpEQ64, load(e, ptr(&line->ok)), word(0));

	call(e, "fetch_slow", fetch_slow, mkIRExprVec_1(ptr(f)), gone);
	IRExpr *stamp = next_stamp(e);

	store(e, ptr(&line->stamp), stamp);
	store(e, ptr(&line->page->stamp), stamp);
}

static IRExpr *slot_address(struct emit *e, IRExpr *addr)
{
	const UInt shift = sim.l1d.shift - 5;
	IRExpr *off = shift ? op2(e, Iop_Shr64, addr,
	                          IRExpr_Const(IRConst_U8((UChar)shift)))
	                    : addr;

	off = op2(e, Iop_And64, off, word((N_SLOTS - 1) * sizeof(struct slot)));
	return op2(e, Iop_Add64, off, ptr(sim.slot));
}

static IRExpr *member(struct emit *e, IRExpr *slot, UInt offset)
{
	return load(e, op2(e, Iop_Add64, slot, word(offset)));
}

struct access *emit_data(struct emit *e, struct insn *insn, IRExpr *addr,
                         UInt size, Bool is_store, IRExpr *guard)
{
	struct access *a = &e->block->accesses[e->n_accesses++];
	const UInt line = (UInt)sim.g_l1d.line;

	/* a few save more than a line, which is taken as one line */
	a->size = (UShort)(size > line ? line : size);
	a->store = is_store;
	a->mem = insn_mem(insn);
	IRExpr **args = mkIRExprVec_2(ptr(a), addr);
	IRExpr *stamp = next_stamp(e);

	a->back = e->stamps;
	if (guard) {
		call(e, "data_guarded", data_guarded, args, guard);
		return a;
	}
	IRExpr *slot = slot_address(e, addr);
	IRExpr *offset = op2(e, Iop_Sub64, addr, load(e, slot));
	IRExpr *limit = load(e, ptr(&sim.limit[a->size]));
	IRExpr *outside = compare(e, Iop_CmpLE64U, limit, offset);

	call(e, "data_slow", data_slow, args, outside);
	store(e, member(e, slot, offsetof(struct slot, line)), stamp);
	store(e, member(e, slot, offsetof(struct slot, page)), stamp);
	return a;
}

void emit_branch(struct emit *e, struct branch_stat *b, IRExpr *guard,
                 Bool inverted)
{
	IRExpr *taken = assign(e, Ity_I64, IRExpr_Unop(Iop_1Uto64, guard));

	if (inverted)
		taken = op2(e, Iop_Xor64, taken, word(1));
	IRExpr *history = load(e, ptr(&sim.history));
	IRExpr *index = op2(e, Iop_Xor64, history, word(b->site));
	IRExpr *entry =
		assign(e, Ity_I8,
	               IRExpr_Load(endness, Ity_I8,
	                           op2(e, Iop_Add64, index, ptr(sim.gshare))));
	IRExpr *global = assign(e, Ity_I64, IRExpr_Unop(Iop_8Uto64, entry));
	IRExpr *differ = op2(e, Iop_Or64, op2(e, Iop_Xor64, global, taken),
	                     op2(e, Iop_Xor64, load(e, ptr(&b->local)), taken));
	IRExpr *unsure = compare(e, Iop_CmpNE64, differ, word(0));

	call(e, "branch_slow", branch_slow, mkIRExprVec_2(ptr(b), taken),
	     unsure);
	IRExpr *shifted = op2(
		e, Iop_Or64,
		op2(e, Iop_Shl64, history, IRExpr_Const(IRConst_U8(1))), taken);

	store(e, ptr(&sim.history),
	      op2(e, Iop_And64, shifted, word(sim.history_mask)));
}

void emit_indirect(struct emit *e, struct branch_stat *b, IRExpr *target)
{
	call(e, "branch_indirect", branch_indirect,
	     mkIRExprVec_2(ptr(b), target), NULL);
}

static IRExpr *return_stack(struct emit *e, IRExpr *top)
{
	return op2(e, Iop_Add64, top, ptr(sim.ras));
}

void emit_call(struct emit *e, Addr back)
{
	IRExpr *top =
		op2(e, Iop_And64,
	            op2(e, Iop_Add64, load(e, ptr(&sim.ras_top)), word(8)),
	            word(RAS_MASK));

	store(e, ptr(&sim.ras_top), top);
	store(e, return_stack(e, top), word(back));
}

void emit_return(struct emit *e, struct branch_stat *b, IRExpr *target)
{
	IRExpr *top = load(e, ptr(&sim.ras_top));
	IRExpr *guess = load(e, return_stack(e, top));
	IRExpr *wrong = compare(e, Iop_CmpNE64, guess, target);

	call(e, "branch_return_missed", branch_return_missed,
	     mkIRExprVec_1(ptr(b)), wrong);
	store(e, ptr(&sim.ras_top),
	      op2(e, Iop_And64, op2(e, Iop_Sub64, top, word(8)),
	          word(RAS_MASK)));
}
