/*
 * perfexpert-sim: named regions of the program
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The region library says by client requests where a region begins and ends.
 * What was counted since the last such place is then settled (threads.c): added
 * to the node that the thread was in; what blocks don't count (misses) is
 * summed up as it happens. A thread that gets to run settles for the one
 * before. The library's own code is left out, so a region's counts are those of
 * the program.
 */
#include "measure/collect/simulate/tool/core/sim.h"
#include "measure/collect/simulate/tool/core/threads.h"
#include "pub_tool_transtab.h"

#include "measure/collect/region/requests.h"

/* ---- what a segment is worth ---- */

static void add_fp(struct worth *w, const struct insn *insn, UInt times)
{
	UInt most = 0, flops = 0;

	for (UInt c = 0; c < N_FP; c++) {
		const UInt lanes = insn->lanes[c];

		if (!lanes)
			continue;
		w->fp[F_CLASSES + c] += (UShort)times;
		most = lanes > most ? lanes : most;
		if (c != FP_OTHER)
			flops += c == FP_FMA ? 2 * lanes : lanes;
	}
	w->fp[F_ANY] += (UShort)(most ? times : 0);
	w->fp[F_PACKED] += (UShort)(most > 1 ? times : 0);
	w->fp[F_FLOPS] += (UShort)(flops * times);
}

static void weigh(struct block *b)
{
	b->worth =
		VG_(calloc)("sim.worth", b->n_segments, sizeof(struct worth));
	for (UInt k = 0; k < b->n_entries; k++) {
		const struct entry *e = &b->entries[k];
		struct worth *w = &b->worth[e->segment];

		w->exec += e->executes;
		w->loads += e->loads;
		w->stores += e->stores;
		w->fetches += e->fetches;
		add_fp(w, e->insn, e->executes);
	}
}

static void add_leaves(struct region_node *to, const struct block *b)
{
	for (UInt k = 0; k < b->n_leaves; k++) {
		const struct leave *l = &b->leaves[k];
		const ULong in = fresh(b, l->segment);
		const ULong stayed = fresh(b, l->segment + 1u);

		if (l->falls_to)
			to->sum[T_IF] -= in - stayed;
		if (!l->branch)
			continue;
		to->sum[T_BC] += in;
		to->sum[T_BT] += l->inverted ? stayed : in - stayed;
	}
}

static void add_end(struct region_node *to, const struct block *b)
{
	const ULong n = fresh(b, b->n_segments - 1);

	if (b->falls_to)
		to->sum[T_IF] -= n;
	if (b->end_kind == END_JUMP)
		to->sum[T_JU] += n;
	else if (b->end_kind == END_CALL)
		to->sum[T_CA] += n;
	else if (b->end_kind == END_RET)
		to->sum[T_RE] += n;
	if (b->end_indirect)
		to->sum[T_BI] += n;
}

static struct region_node *running(void)
{
	return &sim.regions.node[sim.regions.here[sim.by_thread.running]];
}

void region_add(struct block *b)
{
	struct region_node *to = running();

	if (!b->worth)
		weigh(b);
	for (UInt k = 0; k < b->n_segments; k++) {
		const struct worth *w = &b->worth[k];
		const ULong n = fresh(b, k);

		to->sum[T_EXEC] += n * w->exec;
		to->sum[T_LD] += n * w->loads;
		to->sum[T_ST] += n * w->stores;
		to->sum[T_IF] += n * w->fetches;
		for (UInt i = 0; i < N_FP_TOTALS; i++)
			to->fp[i] += n * w->fp[i];
	}
	add_leaves(to, b);
	add_end(to, b);
}

void region_add_happened(void)
{
	struct regions *r = &sim.regions;
	struct region_node *to = running();

	for (UInt k = 0; k < N_TOTALS; k++) {
		to->sum[k] += r->happened[k] - r->settled[k];
		r->settled[k] = r->happened[k];
	}
}

void region_forget(struct block *b)
{
	if (b->worth)
		VG_(free)(b->worth);
}

void region_thread_ended(ThreadId tid)
{
	sim.regions.here[thread_at(tid)] = 0;
	sim.regions.beyond[thread_at(tid)] = 0;
}

/* In a forked child: what is open stays so. */
void region_reset(void)
{
	for (UInt k = 0; k < sim.regions.n_nodes; k++) {
		struct region_node *n = &sim.regions.node[k];

		n->entries = 0;
		VG_(memset)(n->sum, 0, sizeof n->sum);
		VG_(memset)(n->fp, 0, sizeof n->fp);
	}
}

/* ---- names and nodes ---- */

static Bool same_name(UInt region, const HChar *text, Int number)
{
	const struct region_name *n = &sim.regions.name[region];

	return n->number == number &&
	       VG_(strncmp)(n->text, text, REGION_TEXT - 1) == 0;
}

static UInt name_of(const HChar *text, Int number)
{
	struct regions *r = &sim.regions;

	for (UInt k = 0; k < r->n_names; k++) {
		if (same_name(k, text, number))
			return k;
	}
	if (r->n_names == r->cap_names) {
		r->cap_names = r->cap_names ? 2 * r->cap_names : 64;
		r->name = VG_(realloc)("sim.regions", r->name,
		                       r->cap_names * sizeof *r->name);
	}
	struct region_name *n = &r->name[r->n_names];

	VG_(memset)(n, 0, sizeof *n);
	VG_(strncpy)(n->text, text, REGION_TEXT - 1);
	n->number = number;
	return r->n_names++;
}

static UInt new_node(UInt parent, UInt region)
{
	struct regions *r = &sim.regions;

	if (r->n_nodes == r->cap_nodes) {
		r->cap_nodes = r->cap_nodes ? 2 * r->cap_nodes : 64;
		r->node = VG_(realloc)("sim.regions", r->node,
		                       r->cap_nodes * sizeof *r->node);
	}
	struct region_node *n = &r->node[r->n_nodes];

	VG_(memset)(n, 0, sizeof *n);
	n->parent = parent;
	n->region = region;
	return r->n_nodes++;
}

/* The node of a region below another; 0: nested too deeply. */
static UInt node_below(UInt parent, UInt region)
{
	struct regions *r = &sim.regions;

	if (r->node[parent].depth == REGION_DEEPEST)
		return 0;
	for (UInt k = r->node[parent].child; k; k = r->node[k].next) {
		if (r->node[k].region == region)
			return k;
	}
	const UInt k = new_node(parent, region);

	r->node[k].depth = r->node[parent].depth + 1;
	r->node[k].next = r->node[parent].child;
	r->node[parent].child = k;
	return k;
}

/* The innermost open node of that name, or 0. */
static UInt find_open(UInt at, const HChar *text, Int number)
{
	while (at && !same_name(sim.regions.node[at].region, text, number))
		at = sim.regions.node[at].parent;
	return at;
}

static void begin(UInt tid, const HChar *text, Int number)
{
	struct regions *r = &sim.regions;
	UInt k = r->beyond[tid]
	                 ? 0
	                 : node_below(r->here[tid], name_of(text, number));

	if (k) {
		r->here[tid] = k;
	} else {
		r->beyond[tid]++;
		k = find_open(r->here[tid], text, number);
	}
	if (k)
		r->node[k].entries++;
}

/* The node of the same regions without that of one node among them. */
static UInt without(UInt k, UInt gone)
{
	const struct region_node n = sim.regions.node[k];

	if (k == gone)
		return n.parent;
	return node_below(without(n.parent, gone), n.region);
}

static void end(UInt tid, const HChar *text, Int number)
{
	struct regions *r = &sim.regions;

	if (r->beyond[tid]) {
		r->beyond[tid]--;
		return;
	}
	const UInt k = find_open(r->here[tid], text, number);

	if (k)
		r->here[tid] = without(r->here[tid], k);
}

/* ---- requests ---- */

/* Is it the region library's own code? */
Bool region_sees(Addr addr)
{
	const struct regions *r = &sim.regions;

	if (!r->on)
		return False;
	for (UInt k = 0; k < r->n_codes; k++) {
		if (addr >= r->code[k].start && addr < r->code[k].end)
			return False;
	}
	return True;
}

static Bool hello(Addr start, Addr stop)
{
	struct regions *r = &sim.regions;

	if (r->n_codes == REGION_CODES)
		return False;
	if (!r->on)
		new_node(0, name_of("", 0));
	r->on = True;
	r->code[r->n_codes].start = start;
	r->code[r->n_codes++].end = stop;
	/* existing translations do not record that they ran */
	VG_(discard_translations_safely)(0, ~(SizeT)0, "perfexpert-sim");
	return True;
}

Bool region_request(ThreadId tid, UWord *args, UWord *result)
{
	const HChar *text = (const HChar *)args[1];

	*result = 0;
	if (args[0] == REGION_HELLO) {
		*result = hello(args[1], args[2]);
		return True;
	}
	if ((args[0] != REGION_BEGIN && args[0] != REGION_END) ||
	    !sim.regions.on || !text)
		return False;
	threads_running(tid);
	threads_settle();
	if (args[0] == REGION_BEGIN)
		begin(thread_at(tid), text, (Int)args[2]);
	else
		end(thread_at(tid), text, (Int)args[2]);
	return True;
}
