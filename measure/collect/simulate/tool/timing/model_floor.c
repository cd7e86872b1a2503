/*
 * perfexpert-sim: what the instructions of a burst could cost at best
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "window.h"

/*
 * Two bounds, for the code that was executed, with all data in L1, a perfect
 * front end and no mispredicted branch:
 *
 * - throughput: the numbers of operations of each class and of taken branches;
 *   diagnose/floor.c computes the bound from these, pipes and widths;
 * - latency: the longest dependence chain, with unlimited pipes. An instruction
 *   can't begin before the one that is a reorder buffer ahead of it has
 *   retired: that is a step of the chain, too.
 *
 * The chain is walked backwards from the end of the burst, and each of its
 * operations is charged its own time. The next iteration does not wait for
 * operations that branch off at the end. So the sum is the time by which the
 * end of all operations moved from the first charged instruction to the last.
 *
 * Source: dependence graphs with edges for the window: Fields, Rubin, Bodik,
 * Focusing processor policies via critical-path prediction (ISCA 2001).
 */

enum {
	N_NODES = 1 << 14, /* of a burst; 0 is none */
	N_ENDS = 1 << 12,
	N_FLOOR_STORES = 1 << 10,
};

struct node {
	ULong done;
	struct insn *insn;
	UInt before; /* what it waited for last, or 0 */
	UChar class; /* enum op_class */
	Bool window; /* it waited for the window */
};

struct floor_store {
	ULong granule; /* + 1 */
	UInt node;
	UShort base;
	Int constant;
	ULong pass;
	Bool whole;
};

struct floor {
	struct node node[N_NODES];
	UInt n;
	UInt last; /* the node that is done last */
	UInt slot[MAX_SLOTS];
	UInt uop[MAX_UOPS]; /* of the block being replayed */
	UInt left[MAX_PUTS];
	UInt end[N_ENDS]; /* by instruction: `last` after it */
	UInt n_insns;
	UInt first;  /* node that is charged, or 0 */
	ULong since; /* when all before it were done */
	struct floor_store store[N_FLOOR_STORES];
};

static void forget(struct floor *f)
{
	VG_(memset)(f->slot, 0, sizeof f->slot);
	VG_(memset)(f->uop, 0, sizeof f->uop);
	VG_(memset)(f->end, 0, sizeof f->end);
	VG_(memset)(f->store, 0, sizeof f->store);
	f->n = 1;
	f->last = f->n_insns = f->first = 0;
}

void floor_init(void)
{
	sim.model->floor = VG_(calloc)("sim.floor", 1, sizeof(struct floor));
	forget(sim.model->floor);
}

/* ---- the chain, backwards ---- */

static struct work_op *work_op(struct work *w, UInt class)
{
	UInt i = 0;

	while (i < w->n_ops && w->op[i].class != class)
		i++;
	if (i == WORK_OPS)
		return NULL;
	if (i == w->n_ops)
		w->op[w->n_ops++].class = (UChar) class;
	return &w->op[i];
}

static void charge_node(const struct node *n, ULong ticks)
{
	struct account *a = n->insn->account;
	struct work_op *op = a ? work_op(&a->work, n->class) : NULL;

	if (!op)
		return;
	op->chain += ticks;
	a->work.window += n->window;
}

/* Charges the chain, if any of it is to be charged. */
static void charge(const struct floor *f)
{
	const struct node *node = f->node;
	ULong whole = 0, moved;
	UInt k = f->last;

	if (!f->first || !k)
		return;
	moved = node[k].done - f->since;
	for (; k >= f->first; k = node[k].before)
		whole += node[k].done - node[node[k].before].done;
	/* what it takes more is what hangs off at the end */
	for (k = f->last; whole && k >= f->first; k = node[k].before)
		charge_node(&node[k],
		            (node[k].done - node[node[k].before].done) * moved /
		                    whole);
}

/* At the end of a burst, or when its nodes are used up; the next chain
 * starts from nothing */
void floor_end(void)
{
	charge(sim.model->floor);
	forget(sim.model->floor);
}

/* ---- operations ---- */

/*
 * Waits for a node; of several, the one that is done last counts. Only earlier
 * nodes are allowed: the walk along a cycle would never end.
 */
static void wait_for(const struct floor *f, struct node *n, UInt k, ULong less)
{
	if (!k || k >= f->n)
		return;
	const ULong done = f->node[k].done - less;

	if (done < n->done)
		return;
	n->done = done;
	n->before = k;
	n->window = False;
}

static void wait_for_sources(struct floor *f, const struct description *d,
                             const struct uop *u, struct node *n)
{
	for (UInt i = 0; i < u->n_src; i++) {
		const UShort src = d->srcs[u->first_src + i];

		if (src == FROM_NOTHING)
			continue;
		const UInt k = src & FROM_SLOT ? f->slot[src & (FROM_SLOT - 1)]
		                               : f->uop[src];
		const Bool sums =
			n->class == C_FP_ADD && f->node[k].class == C_FP_ADD;

		wait_for(f, n, k, sums ? model_sooner() : 0);
	}
}

static struct floor_store *floor_store_at(Addr addr)
{
	return &sim.model->floor->store[(addr >> 3) % N_FLOOR_STORES];
}

static void remember_store(const struct mem_op *op, Addr addr, UInt node)
{
	const Addr last = addr + (op->size ? op->size - 1 : 0);

	for (Addr a = addr & ~(Addr)7; a <= last; a += 8) {
		*floor_store_at(a) = (struct floor_store){
			.granule = (a >> 3) + 1,
			.node = node,
			.base = op->base,
			.constant = op->constant,
			.pass = sim.model->passes,
			.whole = op->whole,
		};
	}
}

/* As model_memory.c forwards, at best. */
static ULong forwarding(const struct mem_op *op, const struct floor_store *s)
{
	const struct numbers *n = &sim.model->n;
	ULong least = n->store_forward;

	if (!op->whole || !s->whole)
		return least;
	if (n->store_rename < least && op->base != 0xffff &&
	    s->base == op->base && s->constant == op->constant &&
	    (op->base < MAX_SLOTS || s->pass == sim.model->passes))
		least = n->store_rename;
	if (n->store_predict < least && op->again > 2)
		least = n->store_predict;
	return least;
}

/* A load that takes the value of a store: latency of forwarding, from when
 * both address and value are ready; otherwise the latency of L1 */
static ULong wait_for_store(const struct floor *f, const struct mem_op *op,
                            Addr addr, struct node *n, ULong latency)
{
	const struct floor_store *s = floor_store_at(addr);

	if (s->granule != (addr >> 3) + 1 || !s->node)
		return latency;
	wait_for(f, n, s->node, 0);
	return forwarding(op, s);
}

static ULong latency_of(const struct uop *u)
{
	const struct op_numbers *op = sim.model->op;

	if (u->kind == U_STORE)
		return 0;
	return op[u->class].latency +
	       (u->crosses ? op[C_VEC_TO_INT].latency : 0);
}

static void add_node(struct window *w, const struct micro *m, UInt k)
{
	struct floor *f = sim.model->floor;
	const struct uop *u = &w->d->uops[k];
	const struct mem_op *mem = u->kind == U_LOAD || u->kind == U_STORE
	                                   ? &w->d->mems[u->mem]
	                                   : NULL;
	const UInt rob = (UInt)(sim.model->n.rob < N_ENDS ? sim.model->n.rob
	                                                  : N_ENDS - 1);
	const UInt room = f->end[(f->n_insns - rob) % N_ENDS];
	struct node n = { .insn = m->insn, .class = u->class };
	ULong latency;

	wait_for(f, &n, room, 0);
	n.window = room != 0;
	wait_for_sources(f, w->d, u, &n);
	latency = latency_of(u);
	if (u->kind == U_LOAD)
		latency = wait_for_store(
			f, mem, sim.model->trace.access[mem->access].addr, &n,
			latency);
	n.done += latency;
	f->node[f->n] = n;
	f->uop[k] = f->n;
	if (u->kind == U_STORE)
		remember_store(mem, sim.model->trace.access[mem->access].addr,
		               f->n);
	if (n.done > f->node[f->last].done)
		f->last = f->n;
	f->n++;
}

static void add_work(const struct micro *m, const struct window *w)
{
	struct work *work = &m->insn->account->work;

	work->n += !sim.model->part;
	work->slots += !(m->flags & (M_FUSED | M_STRING));
	for (UInt i = 0; i < m->n_uops; i++) {
		const struct uop *u = &w->d->uops[m->first_uop + i];
		struct work_op *op = work_op(work, u->class);

		if (op && !w->passed_over[m->first_uop + i])
			op->n += u->passes;
	}
}

/* An instruction that was replayed just now. */
void floor_micro(struct window *w, const struct micro *m)
{
	struct floor *f = sim.model->floor;

	if (f->n + m->n_uops > N_NODES)
		floor_end();
	if (!sim.model->warming && !f->first) {
		f->first = f->n;
		f->since = f->node[f->last].done;
	}
	for (UInt i = 0; i < m->n_uops; i++) {
		f->uop[m->first_uop + i] = 0;
		if (!w->passed_over[m->first_uop + i])
			add_node(w, m, m->first_uop + i);
	}
	f->end[f->n_insns++ % N_ENDS] = f->last;
	if (!sim.model->warming && m->insn->account)
		add_work(m, w);
}

void floor_taken(const struct micro *m)
{
	if (!sim.model->warming && m->insn->account)
		m->insn->account->work.taken++;
}

/* As leave_state() does. */
void floor_leave(const struct description *d, UInt micros)
{
	struct floor *f = sim.model->floor;
	UInt n = 0;

	for (; n < d->n_puts && d->puts[n].micro < micros; n++) {
		const UShort src = d->puts[n].src;

		if (src == FROM_NOTHING)
			f->left[n] = 0;
		else
			f->left[n] = src & FROM_SLOT
			                     ? f->slot[src & (FROM_SLOT - 1)]
			                     : f->uop[src];
	}
	for (UInt i = 0; i < n; i++)
		f->slot[d->puts[i].slot] = f->left[i];
}
