/*
 * perfexpert-sim: pieces of code added to translations
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "emit.h"
#include "pub_tool_machine.h"
#include "measure/collect/simulate/tool/core/arguments.h"
#include "measure/collect/simulate/tool/core/threads.h"

#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"
#endif

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

/* In a register, because it is used several times */
static IRExpr *kept(struct emit *e, const void *p)
{
	return assign(e, Ity_I64, ptr(p));
}

/* Of two constants, as the address of a variable is one; NULL: not known here
 */
static IRExpr *folded(IROp op, ULong a, const IRConst *b)
{
	switch (op) {
	case Iop_Add64:
		return word(a + b->Ico.U64);
	case Iop_And64:
		return word(a & b->Ico.U64);
	case Iop_Mul64:
		return word(a * b->Ico.U64);
	case Iop_Shr64:
		return word(a >> b->Ico.U8);
	default:
		return NULL;
	}
}

static IRExpr *op2(struct emit *e, IROp op, IRExpr *a, IRExpr *b)
{
	IRExpr *known = NULL;

	if (a->tag == Iex_Const && b->tag == Iex_Const)
		known = folded(op, a->Iex.Const.con->Ico.U64, b->Iex.Const.con);
	return known ? known : assign(e, Ity_I64, IRExpr_Binop(op, a, b));
}

static IRExpr *compare(struct emit *e, IROp op, IRExpr *a, IRExpr *b)
{
	return assign(e, Ity_I1, IRExpr_Binop(op, a, b));
}

static IRExpr *load(struct emit *e, IRExpr *addr)
{
	return assign(e, Ity_I64, IRExpr_Load(endness, Ity_I64, addr));
}

static IRExpr *load_byte(struct emit *e, IRExpr *addr)
{
	IRExpr *b = assign(e, Ity_I8, IRExpr_Load(endness, Ity_I8, addr));

	return assign(e, Ity_I64, IRExpr_Unop(Iop_8Uto64, b));
}

static IRExpr *load_short(struct emit *e, IRExpr *addr)
{
	IRExpr *s = assign(e, Ity_I16, IRExpr_Load(endness, Ity_I16, addr));

	return assign(e, Ity_I64, IRExpr_Unop(Iop_16Uto64, s));
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

static IRExpr *get_state(struct emit *e, UInt member)
{
	return assign(e, Ity_I64, IRExpr_Get(e->state + (Int)member, Ity_I64));
}

static void put_state(struct emit *e, UInt member, IRExpr *value)
{
	addStmtToIRSB(e->out, IRStmt_Put(e->state + (Int)member, value));
}

static IRStmt *last_statement(const struct emit *e)
{
	return e->out->stmts[e->out->stmts_used - 1];
}

/* state.now when the block was entered. Where pieces gave all its stamps at
 * once, how many these are is known later. */
static IRExpr *entered(struct emit *e)
{
	if (e->own && !e->to_entry) {
		e->to_entry = IRConst_U64(0);
		IRExpr *now = get_state(e, offsetof(struct state, now));

		now = assign(e, Ity_I64,
		             IRExpr_Binop(Iop_Sub64, now,
		                          IRExpr_Const(e->to_entry)));
		e->now = now->Iex.RdTmp.tmp;
	}
	return IRExpr_RdTmp(e->now);
}

IRExpr *emit_stamp(struct emit *e)
{
	return op2(e, Iop_Add64, entered(e), word(e->stamps));
}

/* False: VEX has to do it. */
static Bool emit_piece(struct emit *e, struct piece *p, IRExpr *operand)
{
	p->operand = operand != NULL;
	p->stamps = e->stamps;
	e->piece = e->own ? piece_new(p) : NO_PIECE;
	if (e->piece == NO_PIECE)
		return False;
	IRDirty *d = unsafeIRDirty_0_N(
		p->operand, "piece", piece_mark(e->piece),
		p->operand ? mkIRExprVec_1(operand) : mkIRExprVec_0());

	if (p->operand) {
		/* used twice, so that VEX gives it a register */
		d->mFx = Ifx_Read;
		d->mAddr = operand;
		d->mSize = 1;
	}
	addStmtToIRSB(e->out, IRStmt_Dirty(d));
	return True;
}

void emit_entry(struct emit *e)
{
	struct piece p = { .kind = PIECE_ENTRY,
		           .what = e->block,
		           .at = (ULong)(Addr)e->block->count,
		           .slow = threads_touch };

	e->own = pieces_begin((UInt)e->state);
	if (emit_piece(e, &p, NULL)) {
		e->entry = e->piece;
		return;
	}
	IRExpr *now = get_state(e, offsetof(struct state, now));

	e->now = now->Iex.RdTmp.tmp;
	IRExpr *after = op2(e, Iop_Add64, now, word(0));

	e->advance = last_statement(e);
	put_state(e, offsetof(struct state, now), after);
}

/* How many stamps the block gives is known now. They are a measure of work as
 * well, so there is one for each instruction at least. */
void emit_finish(struct emit *e, UInt insns)
{
	const UInt all = insns > e->stamps + 2 ? insns : e->stamps + 2;

	if (e->own)
		pieces_finish(all);
	else
		e->advance->Ist.WrTmp.data->Iex.Binop.arg2 = word(all);
	if (e->to_entry)
		e->to_entry->Ico.U64 = all;
}

/* Outside bursts, this test is all that the timing model costs a block. */
void emit_model(struct emit *e)
{
	if (e->own) {
		piece_get(e->entry)->model = True;
		return;
	}
	IRExpr *now = IRExpr_RdTmp(e->now);
	IRExpr *due =
		compare(e, Iop_CmpLE64U, load(e, ptr(&sim.model_at)), now);

	call(e, "model_enter", model_enter, mkIRExprVec_2(ptr(e->block), now),
	     due);
}

void emit_count(struct emit *e, UInt segment)
{
	struct piece p = { .kind = PIECE_COUNT,
		           .at = (ULong)(Addr)&e->block->count[segment] };

	/* that of the first one goes with the entry */
	if ((e->own && !segment) || emit_piece(e, &p, NULL))
		return;
	IRExpr *count = kept(e, &e->block->count[segment]);

	store(e, count, op2(e, Iop_Add64, load(e, count), word(1)));
}

/* The run may end before the instruction that follows. */
void emit_ending(struct emit *e)
{
	call(e, "ending_reached", ending_reached, mkIRExprVec_1(entered(e)),
	     NULL);
}

/* The call that d is, while accesses are recorded for the timing model */
void emit_prefetch(struct emit *e, const IRDirty *d)
{
	IRExpr *on = load_byte(e, ptr(&sim.tracing));

	call(e, d->cee->name, d->cee->addr, d->args,
	     compare(e, Iop_CmpNE64, on, word(0)));
}

/* A block says that it runs, once since that was last settled. */
void emit_touch(struct emit *e)
{
	if (e->own) {
		piece_get(e->entry)->touch = True;
		return;
	}
	IRExpr *first = compare(e, Iop_CmpEQ64, load(e, ptr(e->block->touched)),
	                        word(0));

	call(e, "threads_touch", threads_touch, mkIRExprVec_1(ptr(e->block)),
	     first);
}

void emit_fetch(struct emit *e, struct insn *insn, Addr addr, Bool second)
{
	struct fetch *f = &e->block->fetches[e->block->n_fetches];
	struct line *line = line_get(addr);

	e->group.first = NULL;
	e->stamps += 2;
	if (e->light)
		return;
	e->block->n_fetches++;
	f->line = line;
	f->insn = insn;
	f->second = second;
	struct piece p = { .kind = PIECE_FETCH,
		           .what = f,
		           .at = (ULong)(Addr)line->at,
		           .slow = fetch_slow };

	if (emit_piece(e, &p, NULL))
		return;
	/* this way round it is one instruction that compares with memory */
	IRExpr *at = kept(e, line->at);
	IRExpr *here = compare(e, Iop_CmpLT64U, entered(e), load(e, at));
	IRExpr *gone = assign(e, Ity_I1, IRExpr_Unop(Iop_Not1, here));
	IRExpr *now = emit_stamp(e);

	call(e, "fetch_slow", fetch_slow, mkIRExprVec_2(ptr(f), now), gone);
	store(e, op2(e, Iop_Add64, at, word(offsetof(struct fetched, stamp))),
	      now);
}

static IRExpr *shifted(struct emit *e, IRExpr *x, UInt right)
{
	return op2(e, Iop_Shr64, x, IRExpr_Const(IRConst_U8((UChar)right)));
}

/* Byte offset of the slot that an address's line would be in: slot_of(). */
static IRExpr *slot_offset(struct emit *e, IRExpr *addr)
{
	IRExpr *line = shifted(e, addr, sim.l1d.shift);
	IRExpr *hash = shifted(e, op2(e, Iop_Mul64, line, word(SLOT_FACTOR)),
	                       SLOT_FRACTION - SLOT_SHIFT);

	return op2(e, Iop_And64, hash, word((N_SLOTS - 1ULL) << SLOT_SHIFT));
}

static IRExpr *member(struct emit *e, IRExpr *offset, UInt of)
{
	return op2(e, Iop_Add64, offset, word((ULong)(Addr)sim.slot + of));
}

struct access *new_access(struct emit *e, struct insn *insn, UInt size,
                          Bool is_store)
{
	struct access *a = &e->block->accesses[e->n_accesses++];
	const UInt line = (UInt)sim.g_l1d.line;

	/* a few save more than a line, which is taken as one line */
	a->size = (UShort)(size > line ? line : size);
	a->store = is_store;
	a->mem = insn_mem(insn);
	return a;
}

/* The check of an access, to which others may be added */
static Bool emit_check(struct emit *e, struct access *a, IRExpr *addr)
{
	const Bool known = addr->tag == Iex_Const;
	struct piece p = { .kind = PIECE_DATA,
		           .what = a,
		           .at = known ? addr->Iex.Const.con->Ico.U64 : 0,
		           .most = (UInt)sim.g_l1d.line - a->size,
		           .slow = data_slow };

	if (!emit_piece(e, &p, known ? NULL : addr))
		return False;
	e->group.piece = e->piece;
	e->group.first = e->group.last = a;
	return True;
}

struct access *emit_data(struct emit *e, struct insn *insn, IRExpr *addr,
                         UInt size, Bool is_store, IRExpr *guard)
{
	struct access *a = new_access(e, insn, size, is_store);
	const UInt line_size = (UInt)sim.g_l1d.line;

	e->stamps += STAMPS;
	/* those under a condition are counted by what is called */
	if (e->light && !guard)
		return a;
	if (!guard && emit_check(e, a, addr))
		return a;
	IRExpr *now = emit_stamp(e);
	IRExpr **args = mkIRExprVec_3(ptr(a), addr, now);

	if (guard) {
		call(e, "data_guarded", data_guarded, args, guard);
		return a;
	}
	e->group.piece = NO_PIECE;
	IRExpr *slot = slot_offset(e, addr);
	IRExpr *base = load(e, member(e, slot, offsetof(struct slot, base)));
	e->group.offset = op2(e, Iop_Sub64, addr, base);
	IRExpr *offset = assign(e, Ity_I64, e->group.offset);

	e->group.above_low = last_statement(e);
	/* this way round the constant is in the instruction that compares */
	IRExpr *within =
		compare(e, Iop_CmpLE64U, offset, word(line_size - a->size));

	e->group.within = last_statement(e);
	IRExpr *outside = assign(e, Ity_I1, IRExpr_Unop(Iop_Not1, within));

	call(e, "data_slow", data_slow, args, outside);
	e->group.call = last_statement(e);
	e->group.first = e->group.last = a;
	store(e, load(e, member(e, slot, offsetof(struct slot, stamp))), now);
	return a;
}

/*
 * An access at a constant distance from the first one of the group is checked
 * together with it: all must be in one line. Returns NULL if that is
 * impossible.
 */
struct access *emit_along(struct emit *e, struct insn *insn, Long from,
                          UInt size, Bool is_store)
{
	struct group *g = &e->group;
	const Long low = from < g->low ? from : g->low;
	const Long high = from + size > g->high ? from + size : g->high;
	const ULong line = sim.g_l1d.line;

	if ((ULong)(high - low) > line)
		return NULL;
	struct access *a = new_access(e, insn, size, is_store);

	a->from_first = (Int)(from - g->from);
	g->last->along = a;
	g->last = a;
	g->low = low;
	g->high = high;
	e->stamps += STAMPS;
	if (g->piece != NO_PIECE) {
		struct piece *p = piece_get(g->piece);

		p->low = (Int)(low - g->from);
		p->most = (UInt)(line - (ULong)(high - low));
		p->slow = data_group;
		return a;
	}
	IRDirty *d = g->call->Ist.Dirty.details;

	g->above_low->Ist.WrTmp.data = IRExpr_Binop(
		Iop_Add64, g->offset, word((ULong)(low - g->from)));
	g->within->Ist.WrTmp.data->Iex.Binop.arg2 =
		word(line - (ULong)(high - low));
	d->cee = mkIRCallee(3, "data_group", VG_(fnptr_to_fnentry)(data_group));
	return a;
}

/* A call for n accesses, which of them happen being seen by then. */
void emit_lanes(struct emit *e, const struct access *first, IRExpr *addr,
                UInt n, const void *what, void *fn)
{
	e->stamps += 2;
	IRExpr **args = mkIRExprVec_5(ptr(first), IRExpr_GSPTR(), addr,
	                              emit_stamp(e), ptr(what));
	IRDirty *d =
		unsafeIRDirty_0_N(0, "lanes", VG_(fnptr_to_fnentry)(fn), args);

	/* the registers of lanes lie beside the guest state but for some */
	VG_(memset)(d->fxState, 0, sizeof d->fxState);
	d->nFxState = 1;
	d->fxState[0].fx = Ifx_Read;
	d->fxState[0].offset = 0;
	d->fxState[0].size = (UShort)e->state;
	e->stamps += 2 * (n - 1);
	addStmtToIRSB(e->out, IRStmt_Dirty(d));
}

/*
 * The piece wants the outcome as a word, of which VEX makes the condition with
 * less than the other way round.
 */
Bool emit_condition(struct emit *e, const IRStmt *s)
{
	if (!e->own || e->light || s->Ist.WrTmp.data->tag != Iex_Binop)
		return False;
	IRExpr *condition = assign(e, Ity_I1, s->Ist.WrTmp.data);

	e->decides = s->Ist.WrTmp.tmp;
	e->outcome = assign(e, Ity_I64, IRExpr_Unop(Iop_1Uto64, condition));
	addStmtToIRSB(e->out, IRStmt_WrTmp(e->decides,
	                                   IRExpr_Unop(Iop_64to1, e->outcome)));
	return True;
}

void emit_branch(struct emit *e, struct branch_stat *b, IRExpr *guard,
                 Bool inverted)
{
	if (e->light)
		return;
	struct piece p = { .kind = PIECE_BRANCH,
		           .inverted = inverted,
		           .what = b,
		           .slow = branch_tage };

	if (e->own) {
		IRExpr *outcome =
			guard->tag == Iex_RdTmp &&
					guard->Iex.RdTmp.tmp == e->decides
				? e->outcome
				: NULL;

		if (!outcome)
			outcome = assign(e, Ity_I64,
			                 IRExpr_Unop(Iop_1Uto64, guard));
		if (emit_piece(e, &p, outcome))
			return;
	}
	if (inverted)
		guard = assign(e, Ity_I1, IRExpr_Unop(Iop_Not1, guard));
	IRExpr *taken = assign(e, Ity_I64, IRExpr_Unop(Iop_1Uto64, guard));
	IRExpr *stat = kept(e, b);
	IRExpr *history = get_state(e, offsetof(struct state, history));
	/* two bytes an entry, and the history starts at bit 1 */
	IRExpr *index = op2(e, Iop_Xor64,
	                    op2(e, Iop_And64, history, word(2 * MEMO_MASK)),
	                    word(2ULL * b->site));
	IRExpr *known =
		load_short(e, op2(e, Iop_Add64, index, ptr(sim.branches.memo)));
	/* marks are even; this way round one is compared in memory */
	IRExpr *notable = compare(
		e, Iop_CmpNE64, op2(e, Iop_Xor64, known, taken), load(e, stat));
	IRExpr **args = mkIRExprVec_3(stat, taken, history);

	call(e, "branch_tage", branch_tage, args, notable);
	put_state(e, offsetof(struct state, history),
	          op2(e, Iop_Shl64, op2(e, Iop_Or64, history, taken),
	              IRExpr_Const(IRConst_U8(1))));
}

void emit_indirect(struct emit *e, struct branch_stat *b, IRExpr *target)
{
	if (e->light)
		return;
	call(e, "branch_indirect", branch_indirect,
	     mkIRExprVec_2(ptr(b), target), NULL);
}

static IRExpr *return_stack(struct emit *e, IRExpr *top)
{
	return op2(e, Iop_Add64, top, ptr(sim.branches.ras));
}

void emit_arguments(struct emit *e, struct arguments *a)
{
#if defined(VGA_amd64)
	enum {
		FIRST = offsetof(VexGuestAMD64State, guest_YMM0),
		SECOND = offsetof(VexGuestAMD64State, guest_YMM1)
	};
	IRExpr *first = assign(e, Ity_I64, IRExpr_Get(FIRST, Ity_I64));
	IRExpr *second = assign(e, Ity_I64, IRExpr_Get(SECOND, Ity_I64));

	call(e, "arguments_seen", arguments_seen,
	     mkIRExprVec_3(ptr(a), first, second), NULL);
#else
	(void)e;
	(void)a;
#endif
}

void emit_call(struct emit *e, Addr back)
{
	struct piece p = { .kind = PIECE_CALL, .at = back };

	if (e->light || emit_piece(e, &p, NULL))
		return;
	IRExpr *top =
		op2(e, Iop_And64,
	            op2(e, Iop_Add64,
	                get_state(e, offsetof(struct state, ras_top)), word(8)),
	            word(RAS_MASK));

	put_state(e, offsetof(struct state, ras_top), top);
	store(e, return_stack(e, top), word(back));
}

void emit_return(struct emit *e, struct branch_stat *b, IRExpr *target)
{
	struct piece p = { .kind = PIECE_RETURN,
		           .what = b,
		           .slow = branch_return_missed };

	if (e->light || (target->tag == Iex_RdTmp && emit_piece(e, &p, target)))
		return;
	IRExpr *top = get_state(e, offsetof(struct state, ras_top));
	IRExpr *guess = load(e, return_stack(e, top));
	IRExpr *wrong = compare(e, Iop_CmpNE64, guess, target);

	call(e, "branch_return_missed", branch_return_missed,
	     mkIRExprVec_1(ptr(b)), wrong);
	put_state(e, offsetof(struct state, ras_top),
	          op2(e, Iop_And64, op2(e, Iop_Sub64, top, word(8)),
	              word(RAS_MASK)));
}
