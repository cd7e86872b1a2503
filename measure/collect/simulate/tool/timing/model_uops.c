/*
 * perfexpert-sim: the lists that a description is made of
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "model_block.h"

/* ---- lists that grow ---- */

static void *more(void *list, UInt n, UInt *cap, SizeT size)
{
	if (n < *cap)
		return list;
	*cap = *cap ? 2 * *cap : 64;
	return VG_(realloc)("sim.describe", list, *cap * size);
}

struct uop *add_uop(struct describe *d, enum uop_kind kind, enum op_class class)
{
	d->uops = more(d->uops, d->n_uops, &d->cap_uops, sizeof *d->uops);
	struct uop *u = &d->uops[d->n_uops++];

	VG_(memset)(u, 0, sizeof *u);
	u->kind = (UChar)kind;
	u->class = (UChar) class;
	u->passes = 1;
	u->first_src = (UShort)d->n_srcs;
	d->micro->n_uops++;
	if (d->n_uops > MAX_UOPS || d->micro->n_uops > 60)
		d->failed = True;
	return u;
}

void add_src(struct describe *d, UShort src)
{
	struct uop *u = &d->uops[d->n_uops - 1];

	if (src >= NOT_YET)
		return;
	for (UInt i = 0; i < u->n_src; i++) {
		if (d->srcs[u->first_src + i] == src)
			return;
	}
	if (u->n_src == 255)
		return;
	d->srcs = more(d->srcs, d->n_srcs, &d->cap_srcs, sizeof *d->srcs);
	d->srcs[d->n_srcs++] = src;
	u->n_src++;
}

/* ---- data accesses ---- */

/*
 * An address as a register and a constant; what the block computes before has
 * the number of its temporary for a register. base is NO_MICRO when it is not.
 */
static void find_base(const struct describe *d, const IRExpr *e,
                      struct mem_op *m)
{
	m->base = NO_MICRO;
	m->constant = 0;
	for (UInt depth = 0; depth < 8; depth++) {
		if (e->tag == Iex_RdTmp && d->def[e->Iex.RdTmp.tmp]) {
			m->base = (UShort)(MAX_SLOTS + e->Iex.RdTmp.tmp);
			e = d->def[e->Iex.RdTmp.tmp];
		} else if (e->tag == Iex_Get) {
			m->base = (UShort)slot_at(e->Iex.Get.offset);
			return;
		} else if (e->tag == Iex_Binop &&
		           (e->Iex.Binop.op == Iop_Add64 ||
		            e->Iex.Binop.op == Iop_Sub64) &&
		           e->Iex.Binop.arg2->tag == Iex_Const) {
			const ULong k =
				e->Iex.Binop.arg2->Iex.Const.con->Ico.U64;

			m->constant +=
				e->Iex.Binop.op == Iop_Add64 ? (Int)k : -(Int)k;
			e = e->Iex.Binop.arg1;
		} else {
			return;
		}
	}
}

static UShort add_mem(struct describe *d, const IRExpr *addr, UInt log)
{
	d->mems = more(d->mems, d->n_mems, &d->cap_mems, sizeof *d->mems);
	struct mem_op *m = &d->mems[d->n_mems];

	VG_(memset)(m, 0, sizeof *m);
	if (log >= sim.model->n_log) {
		d->failed = True;
	} else {
		const struct logged *l = &sim.model->log[log];

		m->access = l->access;
		m->size = l->size;
		m->offset = l->offset;
	}
	find_base(d, addr, m);
	/* the place within the instruction distinguishes its accesses */
	m->key = (UInt)d->micro->insn->addr * 64 + d->micro->n_uops;
	return (UShort)d->n_mems++;
}

#if defined(VGA_amd64)
/* VEX loads the operand of some instructions in several parts, the core in
 * one access. Instructions with several addresses are excluded. */
static Bool is_next_piece(const struct describe *d, const IRExpr *addr)
{
	const struct uop *last = &d->uops[d->n_uops - 1];
	const struct mem_op *m;
	struct mem_op next;

	if (!d->micro->n_loads || last->kind != U_LOAD)
		return False;
	m = &d->mems[last->mem];
	find_base(d, addr, &next);
	return next.base != NO_MICRO && next.base == m->base &&
	       next.constant == m->constant + m->size;
}
#else
static Bool is_next_piece(const struct describe *d, const IRExpr *addr)
{
	(void)d;
	(void)addr;
	return False;
}
#endif

static void class_by_size(struct uop *u, UInt size)
{
	if (size >= 32)
		u->class = C_LOAD_WIDE;
	if (size >= 64)
		u->passes = (UChar)sim.model->n.wide_passes;
}

/* Whether this instruction adds a displacement or a product to an address */
static Bool is_more(const struct describe *d, const IRExpr *e, UInt depth)
{
	if (e->tag == Iex_RdTmp) {
		const IRTemp t = e->Iex.RdTmp.tmp;

		return depth && d->def[t] && d->home[t] == d->n_micros &&
		       is_more(d, d->def[t], depth - 1);
	}
	if (e->tag != Iex_Binop)
		return False;
	return e->Iex.Binop.op == Iop_Shl64 ||
	       e->Iex.Binop.arg2->tag == Iex_Const ||
	       is_more(d, e->Iex.Binop.arg1, depth) ||
	       is_more(d, e->Iex.Binop.arg2, depth);
}

UShort add_load(struct describe *d, const IRExpr *addr, UInt log, Bool vector)
{
	if (is_next_piece(d, addr) && log < sim.model->n_log) {
		struct mem_op *m = &d->mems[d->uops[d->n_uops - 1].mem];

		m->size = (UShort)(m->size + sim.model->log[log].size);
		class_by_size(&d->uops[d->n_uops - 1], m->size);
		return (UShort)(d->n_uops - 1);
	}
	struct uop *u = add_uop(d, U_LOAD, vector ? C_LOAD_VEC : C_LOAD);
	const UShort index = (UShort)(d->n_uops - 1);

	u->mem = add_mem(d, addr, log);
	address_srcs(d, addr, 16);
	d->mems[d->uops[index].mem].indexed =
		d->uops[index].n_src > 1 && is_more(d, addr, 8);
	d->micro->n_loads++;
	class_by_size(&d->uops[index], d->mems[d->uops[index].mem].size);
	if (is_gather(d->micro->insn))
		d->uops[index].passes = (UChar)sim.model->n.gather_passes;
	return index;
}

void add_prefetch(struct describe *d, const IRExpr *addr, UInt into)
{
	add_uop(d, U_PREFETCH, C_LOAD)->into = (UChar)into;
	address_srcs(d, addr, 16);
	d->micro->n_loads++;
}

void add_store(struct describe *d, const IRExpr *addr, UInt log, UShort data,
               Bool vector)
{
	struct uop *u = add_uop(d, U_STORE, vector ? C_STORE_VEC : C_STORE);
	const UInt index = d->n_uops - 1;

	u->mem = add_mem(d, addr, log);
	if (d->mems[u->mem].size >= 32)
		d->uops[index].class = C_STORE_WIDE;
	if (d->mems[u->mem].size >= 64)
		d->uops[index].passes = (UChar)sim.model->n.wide_passes;
	address_srcs(d, addr, 16);
	add_src(d, data);
	d->micro->n_stores++;
}

void add_put(struct describe *d, UInt slot, UShort src)
{
	d->puts = more(d->puts, d->n_puts, &d->cap_puts, sizeof *d->puts);
	d->puts[d->n_puts++] = (struct put){
		.slot = (UShort)slot,
		.src = src,
		.micro = (UShort)(d->n_micros - 1),
	};
	d->slot[slot] = src;
}

void begin_micro(struct describe *d, struct insn *insn, UInt segment)
{
	d->micros =
		more(d->micros, d->n_micros, &d->cap_micros, sizeof *d->micros);
	d->micro = &d->micros[d->n_micros++];
	VG_(memset)(d->micro, 0, sizeof *d->micro);
	d->micro->insn = insn;
	d->micro->segment = (UShort)segment;
	d->micro->first_uop = (UShort)d->n_uops;
	d->n_op_srcs = d->n_op_temps = 0;
	d->has_op = d->to_vec = d->to_int = d->wide = d->multiplies = False;
	d->x87_passes = 0;
	d->class = C_INT;
	d->n_condition = 0;
	if (d->flags == FLAGS_COMPARED)
		d->compared = True;
	else if (d->flags != FLAGS_KEPT && d->flags != FLAGS_USED)
		d->compared = False;
	d->flags = flags_of(insn);
	d->set_flags_before = d->sets_flags;
	d->sets_flags = d->keeps_flags = False;
	d->walk++;
}
