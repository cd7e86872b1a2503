/*
 * perfexpert-sim: instructions, lines of code and translations, by guest
 * address
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "sim.h"
#include "threads.h"
#include "pub_tool_aspacemgr.h"

static struct {
	/* memory for what stays until the end */
	UChar *free;
	SizeT room;
	SizeT near_used; /* of near_memory */
	UInt looks;      /* of code_look() */
} own;

/* What lies together in memory does so in the tables, which are larger than
 * any near cache. */
static UInt mixed(ULong key)
{
	return (UInt)(key ^ key >> 16 ^ key >> 32);
}

static UInt bucket(ULong key)
{
	return mixed(key) & (N_BUCKETS - 1);
}

/* A compiler has a million of them. */
static UInt insn_bucket(Addr addr)
{
	return mixed(addr) & (N_INSN_BUCKETS - 1);
}

/* ---- what stays until the end ---- */

static SizeT padded(SizeT n)
{
	return (n + 15) & ~(SizeT)15;
}

static void *of_result(SysRes r)
{
	return sr_isError(r) ? NULL : (void *)sr_Res(r);
}

static void *of_pointer(void *p)
{
	return p;
}

/* What Valgrind returns is a pointer up to 3.20. */
void *system_memory(SizeT size)
{
	void *p = _Generic(VG_(am_shadow_alloc)(size), SysRes
			   : of_result, void *
			   : of_pointer)(VG_(am_shadow_alloc)(size));

	if (p)
		return p;
	VG_(umsg)("perfexpert-sim: out of memory: %lu bytes\n", size);
	VG_(exit)(1);
}

/* There are no heads of blocks in it. */
void *forever(SizeT size)
{
	enum { PIECE = 1 << 18 };

	size = padded(size);
	if (size > own.room) {
		own.free = system_memory(PIECE);
		own.room = PIECE;
	}
	void *p = own.free;

	own.free += size;
	own.room -= size;
	return p;
}

static UChar near_memory[LIMIT_NEAR] __attribute__((aligned(64)));

void *forever_near(SizeT size)
{
	size = padded(size);
	if (size > sizeof near_memory - own.near_used)
		return forever(size);
	void *p = near_memory + own.near_used;

	own.near_used += size;
	return p;
}

/* ---- instructions ---- */

/* FNV-1a; detects code that was overwritten. */
static UInt hash_bytes(Addr addr, UInt size)
{
	const UChar *p = (const UChar *)addr;
	UInt h = 2166136261u;

	for (UInt i = 0; i < size; i++)
		h = (h ^ p[i]) * 16777619u;
	return h;
}

struct insn *insn_find(Addr addr)
{
	struct insn *i = sim.code.insn[insn_bucket(addr)];

	while (i && i->addr != addr)
		i = i->next;
	return i;
}

static void retire(struct insn **link)
{
	struct insn *i = *link;

	*link = i->next;
	i->retired = True;
}

struct insn *insn_get(Addr addr, UInt size)
{
	struct insn **head = &sim.code.insn[insn_bucket(addr)];
	struct insn **link = head;
	const UInt bytes = hash_bytes(addr, size);

	while (*link && (*link)->addr != addr)
		link = &(*link)->next;
	if (*link && (*link)->bytes == bytes && (*link)->size == size)
		return *link;
	if (*link)
		retire(link);
	struct insn *i = forever(sizeof *i);

	sim.code.n_insns++;
	i->addr = addr;
	i->size = (UChar)size;
	i->bytes = bytes;
	i->module = module_of(addr);
	i->watched = slices_watched(i);
	if (i->watched) {
		i->next_watched = sim.slices.watched;
		sim.slices.watched = i;
	}
	i->next = *head;
	*head = i;
	i->next_made = sim.code.made;
	sim.code.made = i;
	return i;
}

struct mem_stat *insn_mem(struct insn *insn)
{
	if (!insn->mem) {
		insn->mem = forever(sizeof *insn->mem);
		insn->mem->insn = insn;
	}
	return insn->mem;
}

struct branch_stat *insn_branch(struct insn *insn)
{
	if (!insn->branch) {
		struct branch_stat *b = forever_near(sizeof *b);

		branch_first_state(b, insn->addr);
		insn->branch = b;
	}
	return insn->branch;
}

/* ---- lines and pages of code ---- */

static struct page *page_get(ULong number)
{
	struct page **head = &sim.code.page[bucket(number)];
	struct page *p = *head;

	while (p && p->number != number)
		p = p->next;
	if (!p) {
		p = forever(sizeof *p);
		p->number = number;
		p->way = NO_WAY;
		p->next = *head;
		*head = p;
	}
	return p;
}

static struct line *line_new(struct page *page)
{
	struct lines *piece = page->lines;

	if (!piece || piece->n == N_PIECE) {
		piece = forever_near(sizeof *piece);
		piece->next = page->lines;
		page->lines = piece;
	}
	struct line *l = &piece->line[piece->n];

	l->at = &piece->at[piece->n++];
	l->page = page;
	return l;
}

struct line *line_get(Addr addr)
{
	const ULong number = addr >> sim.fetches.l1i.shift;
	struct line **head = &sim.code.line[bucket(number)];
	struct line *l = *head;

	while (l && l->number != number)
		l = l->next;
	if (!l) {
		l = line_new(page_get(addr >> sim.fetches.itlb.shift));
		l->number = number;
		l->way = NO_WAY;
		l->next = *head;
		*head = l;
	}
	return l;
}

/* ---- translations ---- */

/*
 * Counts lie together: translated code of a compiler, which is more than any
 * cache holds, has most of a line of them in use.
 */
static ULong *counts_new(UInt n)
{
	ULong *p = n <= LIMIT_POOLED ? sim.code.counts[n] : NULL;

	if (n > LIMIT_POOLED)
		return VG_(calloc)("sim.code.counts", n, sizeof *p);
	if (p) {
		sim.code.counts[n] = *(ULong **)p;
		VG_(memset)(p, 0, n * sizeof *p);
		return p;
	}
	if (n > sim.code.n_counts) {
		sim.code.n_counts = LIMIT_COUNTS;
		sim.code.next_counts = forever_near(LIMIT_COUNTS * sizeof *p);
	}
	p = sim.code.next_counts;
	sim.code.next_counts += n;
	sim.code.n_counts -= n;
	return p;
}

static void counts_free(ULong *p, UInt n)
{
	if (n > LIMIT_POOLED) {
		VG_(free)(p);
		return;
	}
	*(ULong **)p = sim.code.counts[n];
	sim.code.counts[n] = p;
}

/* One piece of memory but for its counts; the sizes are upper bounds of what
 * will be used. */
struct block *block_new(UInt n_entries, UInt n_exits, UInt n_accesses,
                        UInt n_fetches)
{
	const SizeT entries = padded(n_entries * sizeof(struct entry));
	const SizeT leaves = padded(n_exits * sizeof(struct leave));
	const SizeT accesses = padded(n_accesses * sizeof(struct access));
	const SizeT fetches = padded(n_fetches * sizeof(struct fetch));
	const SizeT head = padded(sizeof(struct block));
	UChar *p = VG_(calloc)("sim.code.block", 1,
	                       head + entries + leaves + accesses + fetches);
	struct block *b = (struct block *)p;

	b->room = n_exits + 1;
	b->count = counts_new(b->room + 1);
	b->touched = &b->count[b->room];
	b->entries = (struct entry *)(p += head);
	b->leaves = (struct leave *)(p += entries);
	b->accesses = (struct access *)(p += leaves);
	b->fetches = (struct fetch *)(p + accesses);
	return b;
}

static Bool has_watched(const struct block *b)
{
	UInt k = 0;

	while (k < b->n_entries && !b->entries[k].insn->watched)
		k++;
	return k < b->n_entries;
}

void block_keep(struct block *b)
{
	struct block **head = &sim.code.block[bucket(b->base)];
	struct block **watched = &sim.slices.watched_blocks;

	b->next = *head;
	*head = b;
	if (!has_watched(b))
		return;
	b->next_watched = *watched;
	if (*watched)
		(*watched)->watched_link = &b->next_watched;
	b->watched_link = watched;
	*watched = b;
}

static void leave_watched(struct block *b)
{
	if (!b->watched_link)
		return;
	*b->watched_link = b->next_watched;
	if (b->next_watched)
		b->next_watched->watched_link = b->watched_link;
}

static void fell_to(Addr addr, ULong n)
{
	if (!addr || !n)
		return;
	struct insn *i = insn_find(addr);

	if (i)
		i->fell_into += n;
}

static void fold_leave(const struct block *b, const struct leave *l)
{
	const ULong in = b->count[l->segment];
	const ULong stayed = b->count[l->segment + 1];

	fell_to(l->falls_to, in - stayed);
	if (!l->branch)
		return;
	l->branch->cond += in;
	l->branch->taken += l->inverted ? stayed : in - stayed;
}

static void fold_end(const struct block *b)
{
	const ULong n = b->count[b->n_segments - 1];

	fell_to(b->falls_to, n);
	switch (b->end_kind) {
	case END_JUMP:
		b->end->jump += n;
		break;
	case END_CALL:
		b->end->call += n;
		break;
	case END_RET:
		b->end->ret += n;
		break;
	default:
		break;
	}
	if (b->end_indirect)
		b->end->ind += n;
}

static void fold_block(struct block *b)
{
	/* most did not run since the last time */
	if (!b->count[0])
		return;
	for (UInt k = 0; k < b->n_entries; k++) {
		const struct entry *e = &b->entries[k];
		const ULong n = b->count[e->segment];

		e->insn->exec += n * e->executes;
		if (!b->light)
			e->insn->seen += n * e->executes;
		e->insn->loads += n * e->loads;
		e->insn->stores += n * e->stores;
		e->insn->fetches += n * e->fetches;
	}
	for (UInt k = 0; k < b->n_leaves; k++)
		fold_leave(b, &b->leaves[k]);
	fold_end(b);
	for (UInt k = 0; k < b->n_fetches; k++)
		fetch_fold(&b->fetches[k]);
	for (UInt k = 0; k < b->n_segments; k++)
		b->count[k] = 0;
	threads_folded(b);
}

/* Valgrind throws the translation away; its code will not run again. */
void block_discard(Addr entry, Addr base)
{
	struct block **link = &sim.code.block[bucket(base)];

	while (*link && ((*link)->base != base || (*link)->entry != entry))
		link = &(*link)->next;
	struct block *b = *link;

	if (!b)
		return;
	if (*b->touched)
		threads_settle();
	*link = b->next;
	leave_watched(b);
	fold_block(b);
	model_forget(b);
	threads_forget(b);
	region_forget(b);
	counts_free(b->count, b->room + 1);
	VG_(free)(b);
}

void code_fold(void)
{
	model_stop();
	threads_settle();
	for (UInt i = 0; i < N_BUCKETS; i++) {
		for (struct block *b = sim.code.block[i]; b; b = b->next)
			fold_block(b);
	}
}

void code_fold_watched(void)
{
	model_stop();
	threads_settle();
	for (struct block *b = sim.slices.watched_blocks; b;
	     b = b->next_watched)
		fold_block(b);
}

static void look_at(struct insn *i, Bool fourth)
{
	if (fourth) {
		i->long_before = i->fourth_before;
		i->fourth_before = i->exec;
	}
	i->before = i->exec;
}

/* What is executed from now on is late; four to eight looks ago is long ago. */
void code_look(void)
{
	const Bool fourth = own.looks++ % 4 == 0;

	for (struct insn *k = sim.code.made; k; k = k->next_made)
		look_at(k, fourth);
}

/* The code at this address was replaced: its counts start again */
void code_unmapped(Addr start, SizeT len)
{
	if (!len || !module_unmapped(start, start + len))
		return;
	for (struct insn *i = sim.code.made; i; i = i->next_made) {
		struct insn **link = &sim.code.insn[insn_bucket(i->addr)];

		if (i->retired || i->addr - start >= len)
			continue;
		while (*link != i)
			link = &(*link)->next;
		retire(link);
	}
}

/* ---- a forked child starts from zero ---- */

static void reset_insn(struct insn *i)
{
	i->exec = i->loads = i->stores = i->seen = 0;
	if (i->kept)
		VG_(memset)(i->kept, 0, sizeof *i->kept);
	i->before = i->fourth_before = i->long_before = 0;
	i->fetches = i->fell_into = 0;
	if (i->shares)
		i->shares->n = 0;
	weigh_reset(i);
	if (i->mem) {
		struct stride *keep[2] = { i->mem->stride[0],
			                   i->mem->stride[1] };
		struct flow *flow = i->mem->flow;

		VG_(memset)(i->mem, 0, sizeof *i->mem);
		i->mem->insn = i;
		i->mem->flow = flow;
		if (flow)
			VG_(memset)(flow, 0, sizeof *flow);
		for (UInt k = 0; k < 2; k++) {
			i->mem->stride[k] = keep[k];
			if (keep[k])
				VG_(memset)(keep[k], 0, sizeof *keep[k]);
		}
	}
	if (i->fetch)
		VG_(memset)(i->fetch, 0, sizeof *i->fetch);
	if (i->branch) {
		struct branch_stat *b = i->branch;

		b->cond = b->taken = b->cond_msp = b->ind = b->ind_msp = 0;
		b->jump = b->call = b->ret = b->ret_msp = 0;
		b->n_targets = 0;
		VG_(memset)(b->target, 0, sizeof b->target);
	}
}

void code_reset(void)
{
	code_fold();
	region_reset();
	for (struct insn *i = sim.code.made; i; i = i->next_made)
		reset_insn(i);
}
