/*
 * perfexpert-sim: trees of a translation's statements
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * VEX chooses instructions by trees, so that a load, say, is an operand: what
 * is used once goes to its use, unless something between the two would change
 * it. The linker gives VEX this in place of its own (see Makefile.inc), which
 * takes an eighth of the time that programs take to start. Which temporary
 * waits for its use is known by its number; those few that wait are looked at
 * one by one only where a statement changes anything.
 */
#include "pieces.h"

enum { MOST_WAITING = 10, OFTEN = 2, NOT = 0xff };

/* Bytes of the guest state; empty where not low < high. */
struct range {
	Int low, high;
};

/* What an expression depends on */
struct depends {
	struct range gets;
	Bool loads;
};

struct waiting {
	IRExpr *value; /* NULL: it was used */
	struct depends on;
	IRTemp temporary;
};

/* What a statement changes */
struct changes {
	struct range puts;
	Bool stores; /* also: may be left, or seen by others */
};

typedef Bool (*precise_fn)(Int low, Int high, VexRegisterUpdates updates);

struct trees {
	IRSB *code;
	precise_fn precise;
	VexRegisterUpdates updates;
	struct waiting waiting[MOST_WAITING];
	UInt n;
	UChar *uses;  /* by temporary, up to OFTEN */
	UChar *where; /* .. in waiting, or NOT */
	Int written;  /* statements */
};

static const struct range all_of_it = { 0, 1 << 30 };

static struct range joined(struct range a, struct range b)
{
	if (a.low >= a.high)
		return b;
	if (b.low >= b.high)
		return a;
	return (struct range){ a.low < b.low ? a.low : b.low,
		               a.high > b.high ? a.high : b.high };
}

static struct range place(Int offset, IRType type)
{
	return (struct range){ offset, offset + sizeofIRType(type) };
}

static struct range array_place(const IRRegArray *a)
{
	return (struct range){ a->base,
		               a->base + a->nElems * sizeofIRType(a->elemTy) };
}

/* ---- expressions ---- */

/* What narrows what was widened leaves it as it was. */
static Bool undoes(IROp op, IROp done)
{
	switch (op) {
	case Iop_64to1:
		return done == Iop_1Uto64;
	case Iop_32to1:
		return done == Iop_1Uto32;
	case Iop_64to8:
		return done == Iop_8Uto64 || done == Iop_8Sto64;
	case Iop_64to16:
		return done == Iop_16Uto64 || done == Iop_16Sto64;
	case Iop_64to32:
		return done == Iop_32Uto64 || done == Iop_32Sto64;
	case Iop_32to8:
		return done == Iop_8Uto32 || done == Iop_8Sto32;
	case Iop_32to16:
		return done == Iop_16Uto32 || done == Iop_16Sto32;
	default:
		return False;
	}
}

static IRExpr *unary(IROp op, IRExpr *a)
{
	if (a->tag == Iex_Unop && undoes(op, a->Iex.Unop.op))
		return a->Iex.Unop.arg;
	if (a->tag == Iex_Binop && a->Iex.Binop.op == Iop_V128HLtoV256) {
		if (op == Iop_V256toV128_0)
			return a->Iex.Binop.arg2;
		if (op == Iop_V256toV128_1)
			return a->Iex.Binop.arg1;
	}
	return IRExpr_Unop(op, a);
}

/* Does one thing with each operand; what it returns takes its place. */
typedef IRExpr *(*operand_fn)(struct trees *t, IRExpr *x, struct depends *on);

static ALWAYS_INLINE IRExpr *with_call(struct trees *t, IRExpr *x,
                                       struct depends *on, operand_fn each)
{
	IRExpr **args = x->Iex.CCall.args;
	Bool copied = False;

	for (Int i = 0; args[i]; i++) {
		IRExpr *other = each(t, args[i], on);

		if (other == args[i])
			continue;
		if (!copied)
			args = shallowCopyIRExprVec(args);
		copied = True;
		args[i] = other;
	}
	return copied ? IRExpr_CCall(x->Iex.CCall.cee, x->Iex.CCall.retty, args)
	              : x;
}

static ALWAYS_INLINE IRExpr *with_choice(struct trees *t, IRExpr *x,
                                         struct depends *on, operand_fn each)
{
	IRExpr *a = each(t, x->Iex.ITE.cond, on);
	IRExpr *b = each(t, x->Iex.ITE.iftrue, on);
	IRExpr *c = each(t, x->Iex.ITE.iffalse, on);

	return a == x->Iex.ITE.cond && b == x->Iex.ITE.iftrue &&
	                       c == x->Iex.ITE.iffalse
	               ? x
	               : IRExpr_ITE(a, b, c);
}

static ALWAYS_INLINE IRExpr *with_three(struct trees *t, IRExpr *x,
                                        struct depends *on, operand_fn each)
{
	const IRTriop *o = x->Iex.Triop.details;
	IRExpr *a = each(t, o->arg1, on);
	IRExpr *b = each(t, o->arg2, on);
	IRExpr *c = each(t, o->arg3, on);

	return a == o->arg1 && b == o->arg2 && c == o->arg3
	               ? x
	               : IRExpr_Triop(o->op, a, b, c);
}

static ALWAYS_INLINE IRExpr *with_four(struct trees *t, IRExpr *x,
                                       struct depends *on, operand_fn each)
{
	const IRQop *o = x->Iex.Qop.details;
	IRExpr *a = each(t, o->arg1, on);
	IRExpr *b = each(t, o->arg2, on);
	IRExpr *c = each(t, o->arg3, on);
	IRExpr *d = each(t, o->arg4, on);

	return a == o->arg1 && b == o->arg2 && c == o->arg3 && d == o->arg4
	               ? x
	               : IRExpr_Qop(o->op, a, b, c, d);
}

static ALWAYS_INLINE IRExpr *with_two(struct trees *t, IRExpr *x,
                                      struct depends *on, operand_fn each)
{
	IRExpr *a = each(t, x->Iex.Binop.arg1, on);
	IRExpr *b = each(t, x->Iex.Binop.arg2, on);

	return a == x->Iex.Binop.arg1 && b == x->Iex.Binop.arg2
	               ? x
	               : IRExpr_Binop(x->Iex.Binop.op, a, b);
}

static ALWAYS_INLINE IRExpr *with_operands(struct trees *t, IRExpr *x,
                                           struct depends *on, operand_fn each)
{
	IRExpr *a;

	switch (x->tag) {
	case Iex_Unop:
		a = each(t, x->Iex.Unop.arg, on);
		return a == x->Iex.Unop.arg ? x : unary(x->Iex.Unop.op, a);
	case Iex_Binop:
		return with_two(t, x, on, each);
	case Iex_Load:
		a = each(t, x->Iex.Load.addr, on);
		on->loads = True;
		return a == x->Iex.Load.addr ? x
		                             : IRExpr_Load(x->Iex.Load.end,
		                                           x->Iex.Load.ty, a);
	case Iex_Get:
		on->gets = joined(on->gets,
		                  place(x->Iex.Get.offset, x->Iex.Get.ty));
		return x;
	case Iex_GetI:
		a = each(t, x->Iex.GetI.ix, on);
		on->gets = joined(on->gets, array_place(x->Iex.GetI.descr));
		return a == x->Iex.GetI.ix ? x
		                           : IRExpr_GetI(x->Iex.GetI.descr, a,
		                                         x->Iex.GetI.bias);
	case Iex_CCall:
		return with_call(t, x, on, each);
	case Iex_ITE:
		return with_choice(t, x, on, each);
	case Iex_Triop:
		return with_three(t, x, on, each);
	case Iex_Qop:
		return with_four(t, x, on, each);
	default:
		return x;
	}
}

/* Counts the uses of temporaries. */
static IRExpr *count(struct trees *t, IRExpr *x, struct depends *on)
{
	if (x->tag == Iex_RdTmp)
		t->uses[x->Iex.RdTmp.tmp] += t->uses[x->Iex.RdTmp.tmp] < OFTEN;
	else if (x->tag != Iex_Const)
		with_operands(t, x, on, count);
	return x;
}

/* What waits comes in its place. */
static IRExpr *put_in(struct trees *t, IRExpr *x, struct depends *on)
{
	if (x->tag == Iex_Const)
		return x;
	if (x->tag != Iex_RdTmp)
		return with_operands(t, x, on, put_in);
	const UInt at = t->where[x->Iex.RdTmp.tmp];

	if (at == NOT)
		return x;
	struct waiting *w = &t->waiting[at];
	IRExpr *value = w->value;

	t->where[w->temporary] = NOT;
	w->value = NULL;
	on->loads |= w->on.loads;
	on->gets = joined(on->gets, w->on.gets);
	return value;
}

/* ---- statements ---- */

static ALWAYS_INLINE void with_pointer(struct trees *t, IRExpr **x,
                                       struct depends *on, operand_fn each)
{
	if (*x)
		*x = each(t, *x, on);
}

static ALWAYS_INLINE void with_dirty(struct trees *t, IRDirty *d,
                                     struct depends *on, operand_fn each)
{
	with_pointer(t, &d->guard, on, each);
	with_pointer(t, &d->mAddr, on, each);
	for (Int i = 0; d->args[i]; i++) {
		if (!is_IRExpr_VECRET_or_GSPTR(d->args[i]))
			d->args[i] = each(t, d->args[i], on);
	}
}

static ALWAYS_INLINE void with_rare(struct trees *t, IRStmt *s,
                                    struct depends *on, operand_fn each)
{
	IRCAS *c = s->tag == Ist_CAS ? s->Ist.CAS.details : NULL;

	if (s->tag == Ist_StoreG) {
		with_pointer(t, &s->Ist.StoreG.details->addr, on, each);
		with_pointer(t, &s->Ist.StoreG.details->data, on, each);
		with_pointer(t, &s->Ist.StoreG.details->guard, on, each);
	} else if (s->tag == Ist_LoadG) {
		with_pointer(t, &s->Ist.LoadG.details->addr, on, each);
		with_pointer(t, &s->Ist.LoadG.details->alt, on, each);
		with_pointer(t, &s->Ist.LoadG.details->guard, on, each);
	} else if (c) {
		with_pointer(t, &c->addr, on, each);
		with_pointer(t, &c->expdHi, on, each);
		with_pointer(t, &c->expdLo, on, each);
		with_pointer(t, &c->dataHi, on, each);
		with_pointer(t, &c->dataLo, on, each);
	} else if (s->tag == Ist_LLSC) {
		with_pointer(t, &s->Ist.LLSC.addr, on, each);
		with_pointer(t, &s->Ist.LLSC.storedata, on, each);
	} else if (s->tag == Ist_AbiHint) {
		with_pointer(t, &s->Ist.AbiHint.base, on, each);
		with_pointer(t, &s->Ist.AbiHint.nia, on, each);
	} else if (s->tag == Ist_PutI) {
		with_pointer(t, &s->Ist.PutI.details->ix, on, each);
		with_pointer(t, &s->Ist.PutI.details->data, on, each);
	}
}

static ALWAYS_INLINE void with_all(struct trees *t, IRStmt *s,
                                   struct depends *on, operand_fn each)
{
	switch (s->tag) {
	case Ist_NoOp:
	case Ist_IMark:
	case Ist_MBE:
		break;
	case Ist_WrTmp:
		s->Ist.WrTmp.data = each(t, s->Ist.WrTmp.data, on);
		break;
	case Ist_Put:
		s->Ist.Put.data = each(t, s->Ist.Put.data, on);
		break;
	case Ist_Store:
		s->Ist.Store.addr = each(t, s->Ist.Store.addr, on);
		s->Ist.Store.data = each(t, s->Ist.Store.data, on);
		break;
	case Ist_Exit:
		s->Ist.Exit.guard = each(t, s->Ist.Exit.guard, on);
		break;
	case Ist_Dirty:
		with_dirty(t, s->Ist.Dirty.details, on, each);
		break;
	default:
		with_rare(t, s, on, each);
		break;
	}
}

static struct changes changes_of_call(const IRDirty *d)
{
	struct changes c = { .stores = d->mFx == Ifx_Write ||
		                       d->mFx == Ifx_Modify };

	for (Int i = 0; i < d->nFxState; i++) {
		if (d->fxState[i].fx != Ifx_Read)
			c.puts = all_of_it;
	}
	return c;
}

/* Before its operands are trees, so that their types are at hand. */
static struct changes changes_of(const struct trees *t, const IRStmt *s)
{
	switch (s->tag) {
	case Ist_NoOp:
	case Ist_IMark:
	case Ist_AbiHint:
	case Ist_WrTmp:
		return (struct changes){ .stores = False };
	case Ist_Put:
		return (struct changes){
			.puts = place(
				s->Ist.Put.offset,
				typeOfIRExpr(t->code->tyenv, s->Ist.Put.data))
		};
	case Ist_PutI:
		return (struct changes){ .puts = array_place(
						 s->Ist.PutI.details->descr) };
	case Ist_Store:
	case Ist_Exit:
		return (struct changes){ .stores = True };
	case Ist_Dirty:
		return changes_of_call(s->Ist.Dirty.details);
	default:
		return (struct changes){ .puts = all_of_it, .stores = True };
	}
}

static void emit(struct trees *t, IRStmt *s)
{
	t->code->stmts[t->written++] = s;
}

static void settle(struct trees *t, struct waiting *w)
{
	emit(t, IRStmt_WrTmp(w->temporary, w->value));
	t->where[w->temporary] = NOT;
	w->value = NULL;
}

/* What waits and would be changed is computed before that. */
static void settle_changed(struct trees *t, const struct changes *c)
{
	const Bool puts = c->puts.low < c->puts.high;
	const Bool precise =
		puts && t->precise(c->puts.low, c->puts.high - 1, t->updates);

	if (!puts && !c->stores)
		return;
	for (UInt i = 0; i < t->n; i++) {
		struct waiting *w = &t->waiting[i];

		if (w->value && ((w->on.loads && (c->stores || precise)) ||
		                 (w->on.gets.low < c->puts.high &&
		                  c->puts.low < w->on.gets.high)))
			settle(t, w);
	}
}

/* The first ones come first; the oldest goes where there are too many. */
static void wait(struct trees *t, const IRStmt *s, const struct depends *on)
{
	UInt n = 0;

	if (t->n == MOST_WAITING) {
		for (UInt i = 0; i < t->n; i++) {
			if (!t->waiting[i].value)
				continue;
			t->waiting[n] = t->waiting[i];
			t->where[t->waiting[n].temporary] = (UChar)n;
			n++;
		}
		t->n = n;
		if (n == MOST_WAITING) {
			settle(t, &t->waiting[0]);
			VG_(memmove)
			(&t->waiting[0], &t->waiting[1],
			 (n - 1) * sizeof *t->waiting);
			t->n--;
			for (UInt i = 0; i < t->n; i++)
				t->where[t->waiting[i].temporary] = (UChar)i;
		}
	}
	t->where[s->Ist.WrTmp.tmp] = (UChar)t->n;
	t->waiting[t->n++] =
		(struct waiting){ s->Ist.WrTmp.data, *on, s->Ist.WrTmp.tmp };
}

static void see(struct trees *t, IRStmt *s)
{
	const struct changes c = changes_of(t, s);
	struct depends on = { { 0, 0 }, False };

	if (s->tag == Ist_NoOp)
		return;
	with_all(t, s, &on, put_in);
	if (s->tag == Ist_WrTmp && t->uses[s->Ist.WrTmp.tmp] == 1) {
		wait(t, s, &on);
		return;
	}
	settle_changed(t, &c);
	emit(t, s);
}

static Bool stands_for_piece(const IRStmt *s)
{
	return s->tag == Ist_Dirty && is_mark(s->Ist.Dirty.details->cee->addr);
}

/* The highest address of its instructions, which VEX wants to know */
static Addr last_byte(const IRSB *code)
{
	Addr last = 0;

	for (Int i = 0; i < code->stmts_used; i++) {
		const IRStmt *s = code->stmts[i];

		if (s->tag != Ist_IMark)
			continue;
		const Addr end = s->Ist.IMark.addr + s->Ist.IMark.len -
		                 (s->Ist.IMark.len > 0);

		last = end > last ? end : last;
	}
	return last ? last : ~(Addr)0;
}

Addr trees(IRSB *code, precise_fn precise,
           VexRegisterUpdates updates) __asm__("__wrap_ado_treebuild_BB");
Addr trees(IRSB *code, precise_fn precise, VexRegisterUpdates updates)
{
	const SizeT n = (SizeT)code->tyenv->types_used;
	struct trees t = { .code = code,
		           .precise = precise,
		           .updates = updates,
		           .uses = LibVEX_Alloc(2 * n + 8) };
	struct depends on = { { 0, 0 }, False };
	const Int used = code->stmts_used;
	const Addr last = last_byte(code);

	t.where = t.uses + n;
	VG_(memset)(t.uses, 0, n);
	VG_(memset)(t.where, NOT, n);
	for (Int i = 0; i < used; i++) {
		with_all(&t, code->stmts[i], &on, count);
		/* again, so that it has a separate register */
		if (stands_for_piece(code->stmts[i]))
			with_all(&t, code->stmts[i], &on, count);
	}
	count(&t, code->next, &on);
	for (Int i = 0; i < used; i++)
		see(&t, code->stmts[i]);
	code->next = put_in(&t, code->next, &on);
	code->stmts_used = t.written;
	return last;
}
