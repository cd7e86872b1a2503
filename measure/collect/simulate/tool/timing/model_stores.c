/*
 * perfexpert-sim: the store queue: which queued store gives a loaded value
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memory.h"

static struct queued_store *store_at(Addr addr)
{
	return &sim.model->memory->store[(addr >> 3) % N_QUEUED];
}

void memory_stored(const struct mem_op *op, const struct recorded *r,
                   ULong value, UInt chain, ULong data, ULong gone)
{
	const Addr addr = r->addr + (Addr)(Long)op->offset;
	const Addr last = addr + (op->size ? op->size - 1 : 0);

	for (Addr a = addr & ~(Addr)7; a <= last; a += 8) {
		struct queued_store *s = store_at(a);

		s->granule = (a >> 3) + 1;
		s->addr = addr;
		s->size = op->size;
		s->base = op->base;
		s->constant = op->constant;
		s->value = value;
		s->chain = chain;
		s->data = data;
		s->gone = gone;
		s->pass = sim.model->passes;
		s->by = op;
		s->whole = op->whole;
		s->locked = op->locked;
	}
}

/* By register and constant alone; a temporary has its value in one execution
 * of the block only. */
static Bool is_same_place(const struct mem_op *op, const struct queued_store *s)
{
	return op->base != 0xffff && s->base == op->base &&
	       s->constant == op->constant &&
	       (op->base < MAX_SLOTS || s->pass == sim.model->passes);
}

ULong forward_store(struct served *served, struct mem_op *op, Addr addr,
                    ULong from)
{
	const struct numbers *n = &sim.model->n;
	const struct queued_store *s = store_at(addr);
	const struct queued_store *t = store_at(addr + op->size - 1);
	ULong at;

	if (s->granule != (addr >> 3) + 1)
		s = NULL;
	if (t->granule != ((addr + op->size - 1) >> 3) + 1)
		t = NULL;
	if (!s)
		s = t;
	if (!s || s->gone <= from || s->addr >= addr + op->size ||
	    s->addr + s->size <= addr)
		return 0;
	if (s->addr > addr || s->addr + s->size < addr + op->size ||
	    (t && t->addr != s->addr)) {
		/* only in part: it waits until all is in L1 */
		at = t && t->gone > s->gone ? t->gone : s->gone;
		if (s->locked)
			return later(s->data, from) + n->store_forward;
		served->level = CAUSE_STORED_IN_PART;
		return at + n->store_forward_fail;
	}
	at = later(s->data, from) + n->store_forward;
	if (s->value > from) {
		served->stored = s->value;
		served->chain = s->chain;
	}
	op->again = s->by == op->from ? op->again + 1 : 0;
	op->from = s->by;
	/* passed on without a way through the queue of stores */
	if (!op->whole || !s->whole)
		return at;
	if (is_same_place(op, s))
		at = least(at, later(s->value, from) + n->store_rename);
	if (op->again > 2)
		at = least(at, later(s->value, from) + n->store_predict);
	return at;
}
