/*
 * perfexpert-sim: walk over a superblock
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/core/arguments.h"
#include "measure/collect/simulate/tool/evex/evex_sim.h"
#include "measure/collect/simulate/tool/timing/model.h"
#include "measure/collect/simulate/tool/translate/address.h"
#include "measure/collect/simulate/tool/translate/prefetch.h"
#include "measure/collect/simulate/tool/translate/strings.h"

/*
 * A superblock is instrumented instruction by instruction. Between places
 * where it can be left lie segments, each with one counter, from which all
 * static counts follow when the block is folded. Loads and stores are taken
 * as callgrind takes them: a load and a store by one instruction to one place
 * are one access, a store.
 */
struct walk {
	struct emit emit;
	struct block *block;
	struct insn *insn; /* the current one */
	struct entry *entry;
	struct fp_seen fp;
	struct fused fused;
	Addr next; /* address after the current instruction */
	UInt segment;
	ULong line;     /* instruction line fetched last */
	ULong fetched;  /* fetch block fetched last */
	Bool exits;     /* the current one has a conditional exit */
	IRExpr *loaded; /* address of the access just before, if a load */
	UInt loaded_size;
	struct access *load;        /* that access */
	struct access *last;        /* the access that was checked last, .. */
	struct access *last_inside; /* .. the last one inside it, .. */
	const IRExpr *last_root;    /* .. and its address: root + from */
	Long last_from;
	UInt last_size;
	const IRExpr **def; /* of each temporary that was assigned */
};

static UInt count_tags(const IRSB *in, IRStmtTag tag)
{
	UInt n = 0;

	for (Int i = 0; i < in->stmts_used; i++)
		n += in->stmts[i]->tag == tag;
	return n;
}

/* Upper bound of the data accesses. */
static UInt count_accesses(const IRSB *in)
{
	UInt n = 0;

	for (Int i = 0; i < in->stmts_used; i++) {
		const IRStmt *s = in->stmts[i];

		switch (s->tag) {
		case Ist_WrTmp:
			n += s->Ist.WrTmp.data->tag == Iex_Load;
			break;
		case Ist_Store:
		case Ist_StoreG:
		case Ist_LoadG:
		case Ist_LLSC:
			n++;
			break;
		case Ist_CAS:
			n += 2;
			break;
		case Ist_Dirty:
			n += evex_of(s->Ist.Dirty.details) ? EVEX_MOST_LANES
			                                   : 2;
			break;
		default:
			break;
		}
	}
	return n;
}

static void end_insn(struct walk *w)
{
	if (w->insn && w->fp.bits)
		fp_settle(&w->fp, w->insn);
	VG_(memset)(&w->fp, 0, sizeof w->fp);
	w->loaded = NULL;
	w->exits = False;
}

/* L1I and ITLB: only where the line differs from the one before. */
static void fetch_lines(struct walk *w, Addr addr, UInt size)
{
	const UInt shift = sim.fetches.l1i.shift;
	const ULong first = addr >> shift;
	const ULong last = (addr + size - 1) >> shift;

	if (first != w->line)
		emit_fetch(&w->emit, w->insn, first << shift, False);
	for (ULong l = first + 1; l <= last; l++)
		emit_fetch(&w->emit, w->insn, l << shift, first != w->line);
	w->line = last;
}

static UShort fetch_blocks(struct walk *w, Addr addr, UInt size)
{
	const ULong first = addr / (ULong)sim.fetch_bytes;
	const ULong last = (addr + size - 1) / (ULong)sim.fetch_bytes;
	const UShort n = (UShort)(last - first + (first != w->fetched));

	w->fetched = last;
	return n;
}

static void new_entry(struct walk *w)
{
	w->entry = &w->block->entries[w->block->n_entries++];
	w->entry->insn = w->insn;
	w->entry->segment = (UShort)w->segment;
}

static void begin_insn(struct walk *w, const IRStmt *s)
{
	const Addr addr = s->Ist.IMark.addr;
	const UInt size = s->Ist.IMark.len ? s->Ist.IMark.len : 1;

	end_insn(w);
	w->insn = insn_get(addr, size);
	if (w->insn == sim.ending.at) {
		emit_ending(&w->emit);
		w->emit.group.first = NULL;
	}
	new_entry(w);
	w->entry->executes = 1;
	w->entry->fetches = fetch_blocks(w, addr, size);
	w->next = addr + size;
	fetch_lines(w, addr, size);
}

/*
 * Nothing changes when an access stays within the bytes of the one before: its
 * lines and pages are the most recent ones. It is only counted.
 */
static Bool is_inside(struct walk *w, IRExpr *addr, UInt size, Long *offset)
{
	Long from;
	const IRExpr *root = address_split(w->def, addr, &from);

	if (!w->last || !address_same(w->def, root, w->last_root, 4))
		return False;
	*offset = from - w->last_from;
	return *offset >= 0 && *offset + size <= w->last_size;
}

static void count_access(struct walk *w, Bool store)
{
	/* a string instruction may leave before it accesses anything */
	if (w->entry->segment != w->segment)
		new_entry(w);
	if (store)
		w->entry->stores++;
	else
		w->entry->loads++;
}

static void note_last(struct walk *w, struct access *a, IRExpr *addr)
{
	w->last = a;
	w->last_root = address_split(w->def, addr, &w->last_from);
	w->last_size = a->size;
	w->last_inside = a;
}

/* With those just before it, where it may lie in the same line, or alone. */
static struct access *checked(struct walk *w, IRExpr *addr, UInt size,
                              Bool store, IRExpr *guard)
{
	struct group *g = &w->emit.group;
	struct access *a = NULL;
	Long from;
	const IRExpr *root = address_split(w->def, addr, &from);

	if (!guard && g->first && address_same(w->def, root, g->root, 4))
		a = emit_along(&w->emit, w->insn, from, size, store);
	if (a)
		return a;
	g->first = NULL;
	a = emit_data(&w->emit, w->insn, addr, size, store, guard);
	g->root = root;
	g->from = g->low = from;
	g->high = from + a->size;
	return a;
}

static void access(struct walk *w, IRExpr *addr, Int size, Bool store,
                   IRExpr *guard)
{
	Long offset;

	if (store && !guard && w->loaded && (UInt)size == w->loaded_size &&
	    eqIRAtom(addr, w->loaded)) {
		w->load->store = True;
		w->entry->loads--;
		w->entry->stores++;
		w->loaded = NULL;
		model_log_again();
		return;
	}
	struct access *a;

	if (!guard && is_inside(w, addr, (UInt)size, &offset)) {
		a = new_access(&w->emit, w->insn, (UInt)size, store);
		a->offset = (Int)offset;
		w->last_inside->inside = a;
		w->last_inside = a;
		model_log(w->block, w->last, a->offset, (UInt)size);
	} else {
		a = checked(w, addr, (UInt)size, store, guard);
		if (guard)
			w->last = NULL;
		else
			note_last(w, a, addr);
		model_log(w->block, a, 0, (UInt)size);
	}
	w->loaded = store || guard ? NULL : addr;
	w->load = a;
	w->loaded_size = (UInt)size;
	if (!guard)
		count_access(w, store);
}

static void see_value(struct walk *w, const IRExpr *x)
{
	switch (x->tag) {
	case Iex_Unop:
		fp_see(&w->fp, x->Iex.Unop.op);
		break;
	case Iex_Binop:
		fp_see(&w->fp, x->Iex.Binop.op);
		break;
	case Iex_Triop:
		fp_see(&w->fp, x->Iex.Triop.details->op);
		break;
	case Iex_Qop:
		fp_see(&w->fp, x->Iex.Qop.details->op);
		break;
	case Iex_Load:
		access(w, x->Iex.Load.addr, sizeofIRType(x->Iex.Load.ty), False,
		       NULL);
		break;
	default:
		break;
	}
}

static void see_evex(struct walk *w, const IRDirty *d, const struct evex *e)
{
	evex_see_fp(&w->fp, e);
	if (!evex_is_memory(e))
		return;
	if (!e->mask) {
		access(w, d->mAddr, d->mSize, evex_stores(e), NULL);
	} else {
		struct access *a = evex_emit_lanes(&w->emit, w->insn, d, e);
		const UInt n = evex_gathers(e) ? e->lanes : 1;

		for (UInt i = 0; i < n; i++)
			model_log(w->block, a + i, 0, e->mem_bytes);
		w->last = NULL;
	}
	w->loaded = NULL;
}

/* To the core it is an access of a vector. */
static void see_one(struct walk *w, Bool store)
{
	enum { VECTOR = 32 };
	struct access *a = new_access(&w->emit, w->insn, VECTOR, store);

	model_log(w->block, a, 0, VECTOR);
}

static Bool see_string(struct walk *w, const IRDirty *d)
{
	IRExpr *load, *store;

	if (!string_of(d, &load, &store))
		return False;
	for (UInt i = 0; i < string_accesses(d); i++)
		see_one(w, store && i + 1 == string_accesses(d));
	w->last = NULL;
	w->loaded = NULL;
	return True;
}

/* Helpers that access memory, such as those that save the FP state. */
static void see_dirty(struct walk *w, const IRDirty *d)
{
	const struct evex *e = evex_of(d);

	if (e) {
		see_evex(w, d, e);
		return;
	}
	if (see_string(w, d))
		return;
	/* under a condition or not: callgrind takes it as done */
	if (d->mFx == Ifx_Read || d->mFx == Ifx_Modify)
		access(w, d->mAddr, d->mSize, False, NULL);
	if (d->mFx == Ifx_Write || d->mFx == Ifx_Modify)
		access(w, d->mAddr, d->mSize, True, NULL);
}

static void see_cas(struct walk *w, const IRCAS *cas, const IRSB *in)
{
	Int size = sizeofIRType(typeOfIRExpr(in->tyenv, cas->dataLo));

	if (cas->dataHi)
		size *= 2;
	access(w, cas->addr, size, False, NULL);
	access(w, cas->addr, size, True, NULL);
}

static void see_llsc(struct walk *w, const IRStmt *s, const IRSB *in)
{
	const IRExpr *data = s->Ist.LLSC.storedata;
	const IRType type = data ? typeOfIRExpr(in->tyenv, data)
	                         : typeOfIRTemp(in->tyenv, s->Ist.LLSC.result);

	access(w, s->Ist.LLSC.addr, sizeofIRType(type), data != NULL, NULL);
	w->loaded = NULL;
}

static void see_guarded(struct walk *w, const IRStmt *s, const IRSB *in)
{
	if (s->tag == Ist_StoreG) {
		const IRStoreG *g = s->Ist.StoreG.details;

		access(w, g->addr,
		       sizeofIRType(typeOfIRExpr(in->tyenv, g->data)), True,
		       g->guard);
	} else {
		const IRLoadG *g = s->Ist.LoadG.details;
		IRType wide, type;

		typeOfIRLoadGOp(g->cvt, &wide, &type);
		access(w, g->addr, sizeofIRType(type), False, g->guard);
	}
}

static Addr constant(const IRConst *c)
{
	return c->tag == Ico_U64 ? (Addr)c->Ico.U64 : (Addr)c->Ico.U32;
}

/* Code that continues in the middle of a fetch block needs no new fetch */
static Addr continues_at(const struct walk *w, Addr to)
{
	return to == w->next && to % (Addr)sim.fetch_bytes ? to : 0;
}

static void see_exit(struct walk *w, const IRStmt *s)
{
	struct leave *l = &w->block->leaves[w->block->n_leaves++];
	const IRJumpKind kind = s->Ist.Exit.jk;
	const Addr to = constant(s->Ist.Exit.dst);

	l->segment = (UShort)w->segment;
	if (kind == Ijk_Boring || kind == Ijk_Call || kind == Ijk_Ret) {
		l->branch = insn_branch(w->insn);
		l->inverted = to == w->next;
		l->falls_to = continues_at(w, to);
		emit_branch(&w->emit, l->branch, s->Ist.Exit.guard,
		            l->inverted);
		w->exits = True;
	}
	w->loaded = NULL;
}

/* Of a call that goes through a table */
static void see_arguments(struct walk *w, Addr to)
{
	struct branch_stat *b = insn_branch(w->insn);

	if (!b->arguments)
		b->arguments = arguments_of(to);
	if (b->arguments)
		emit_arguments(&w->emit, b->arguments);
}

/* How the block ends, if not by one of its exits. */
static void see_end(struct walk *w, const IRSB *in)
{
	struct block *b = w->block;
	const IRExpr *next = in->next;
	const Bool direct = next->tag == Iex_Const;
	const Addr to = direct ? constant(next->Iex.Const.con) : 0;

	if (in->jumpkind == Ijk_Ret) {
		b->end_kind = END_RET;
	} else if (in->jumpkind == Ijk_Call) {
		b->end_kind = END_CALL;
		if (direct && !w->emit.light)
			see_arguments(w, to);
		emit_call(&w->emit, w->next);
	} else if (in->jumpkind == Ijk_Boring) {
		b->falls_to = direct ? continues_at(w, to) : 0;
		if (direct && to != w->next && !w->exits)
			b->end_kind = END_JUMP;
	} else {
		return;
	}
	b->end_indirect = !direct && b->end_kind != END_RET;
	if (b->end_kind == END_NONE && !b->end_indirect)
		return;
	b->end = insn_branch(w->insn);
	if (b->end_indirect)
		emit_indirect(&w->emit, b->end, in->next);
	if (b->end_kind == END_RET)
		emit_return(&w->emit, b->end, in->next);
}

static void see_statement(struct walk *w, IRStmt *s, const IRSB *in)
{
	switch (s->tag) {
	case Ist_IMark:
		begin_insn(w, s);
		break;
	case Ist_WrTmp:
		see_value(w, s->Ist.WrTmp.data);
		w->def[s->Ist.WrTmp.tmp] = s->Ist.WrTmp.data;
		break;
	case Ist_Store:
		access(w, s->Ist.Store.addr,
		       sizeofIRType(typeOfIRExpr(in->tyenv, s->Ist.Store.data)),
		       True, NULL);
		break;
	case Ist_StoreG:
	case Ist_LoadG:
		see_guarded(w, s, in);
		break;
	case Ist_Dirty:
		see_dirty(w, s->Ist.Dirty.details);
		break;
	case Ist_CAS:
		see_cas(w, s->Ist.CAS.details, in);
		break;
	case Ist_LLSC:
		see_llsc(w, s, in);
		break;
	case Ist_Exit:
		see_exit(w, s);
		break;
	default:
		break;
	}
}

/* In place of the definition, until there is one: an exit depends on it. */
static const IRExpr for_exit;

static Bool is_condition(const struct walk *w, const IRStmt *s)
{
	return s->tag == Ist_WrTmp && w->def[s->Ist.WrTmp.tmp] == &for_exit;
}

/* Data accesses before and after it may not change places. */
static Bool is_seen_elsewhere(const IRStmt *s)
{
	return s->tag == Ist_Exit || s->tag == Ist_Dirty || s->tag == Ist_CAS ||
	       s->tag == Ist_LLSC;
}

/* Scratch: of the temporaries */
static struct {
	const IRExpr **definition;
	UInt cap_definitions;
} own;

static const IRExpr **definitions(const IRSB *in)
{
	const UInt n = (UInt)in->tyenv->types_used;

	if (n > own.cap_definitions) {
		own.cap_definitions = 2 * n;
		own.definition = VG_(realloc)("sim.definition", own.definition,
		                              own.cap_definitions *
		                                      sizeof *own.definition);
	}
	VG_(memset)(own.definition, 0, n * sizeof *own.definition);
	return own.definition;
}

static void mark_conditions(const struct walk *w, const IRSB *in)
{
	for (Int i = 0; i < in->stmts_used; i++) {
		const IRStmt *s = in->stmts[i];

		if (s->tag == Ist_Exit && s->Ist.Exit.guard->tag == Iex_RdTmp)
			w->def[s->Ist.Exit.guard->Iex.RdTmp.tmp] = &for_exit;
	}
}

/* A block with room for all that the instructions of in need. */
static struct block *block_for(const IRSB *in)
{
	const UInt n_insns = count_tags(in, Ist_IMark);
	const UInt n_exits = count_tags(in, Ist_Exit);

	return block_new(n_insns + n_exits, n_exits, count_accesses(in),
	                 2 * n_insns);
}

/* Helpers that ours replace */
static Bool takes_call(struct emit *e, const IRDirty *d)
{
	return clock_takes(e, d) || prefetch_takes(e, d) || string_takes(e, d);
}

/* What happens each time that the block is entered */
static void add_entry(struct walk *w)
{
	emit_entry(&w->emit);
	if (sim.model->wanted && !w->emit.light)
		emit_model(&w->emit);
	w->block->apart = !region_sees(w->block->base);
	if (!w->block->apart || sim.by_thread.on)
		emit_touch(&w->emit);
	emit_count(&w->emit, 0);
}

/* A statement of the program's, and what is to be done for it */
static void add_statement(struct walk *w, const IRSB *in, Int at)
{
	IRStmt *s = in->stmts[at];
	const Bool condition = is_condition(w, s);

	see_statement(w, s, in);
	if (is_seen_elsewhere(s))
		w->emit.group.first = NULL;
	if (fma_takes(&w->fused, &w->emit, w->def, in, at) ||
	    (s->tag == Ist_Dirty && takes_call(&w->emit, s->Ist.Dirty.details)))
		return;
	if (condition && emit_condition(&w->emit, s))
		return;
	addStmtToIRSB(w->emit.out, s);
	if (s->tag == Ist_Exit)
		emit_count(&w->emit, ++w->segment);
}

/* NOLINTNEXTLINE(readability-function-size): what Valgrind passes */
IRSB *sim_instrument(VgCallbackClosure *closure, IRSB *in,
                     const VexGuestLayout *layout, const VexGuestExtents *vge,
                     const VexArchInfo *host, IRType guest_word,
                     IRType host_word)
{
	struct walk w = { .line = NO_TAG, .fetched = NO_TAG };
	Int i = 0;

	(void)host;
	if (guest_word != Ity_I64 || host_word != Ity_I64)
		VG_(tool_panic)("perfexpert-sim: 64-bit programs only");
	in = string_alone(in);
	w.block = block_for(in);
	w.block->base = vge->base[0];
	w.block->entry = closure->nraddr;
	w.emit.block = w.block;
	w.emit.light = w.block->light = sim.slices.mode == LIGHT;
	w.def = definitions(in);
	mark_conditions(&w, in);
	model_log_begin();
	/* the first shadow follows the guest state */
	w.emit.state = layout->total_sizeB;
	sim.fma_at = (UInt)w.emit.state + offsetof(struct state, fma);
	w.emit.out = deepCopyIRSBExceptStmts(in);
	/* what precedes the first instruction is Valgrind's own */
	for (; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++)
		addStmtToIRSB(w.emit.out, in->stmts[i]);
	add_entry(&w);
	for (; i < in->stmts_used; i++)
		add_statement(&w, in, i);
	fma_flush(&w.fused, &w.emit);
	if (w.insn && evex_begins_anew(in))
		w.entry->executes = w.entry->fetches = 0;
	else if (w.insn)
		see_end(&w, in);
	end_insn(&w);
	w.block->n_segments = w.segment + 1;
	if (sim.model->wanted && !w.emit.light)
		w.block->description = model_describe(w.block, in, w.def);
	emit_finish(&w.emit, count_tags(in, Ist_IMark));
	block_keep(w.block);
	return w.emit.out;
}
