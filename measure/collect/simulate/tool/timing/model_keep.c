/*
 * perfexpert-sim: a block's description in memory of its exact size
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "model_block.h"

static SizeT padded(SizeT n)
{
	return (n + 15) & ~(SizeT)15;
}

struct description *keep_description(const struct describe *d)
{
	const SizeT head = padded(sizeof(struct description));
	const SizeT micros = padded(d->n_micros * sizeof(struct micro));
	const SizeT uops = padded(d->n_uops * sizeof(struct uop));
	const SizeT mems = padded(d->n_mems * sizeof(struct mem_op));
	const SizeT puts = padded(d->n_puts * sizeof(struct put));
	const SizeT srcs = padded(d->n_srcs * sizeof(UShort));
	UChar *p = VG_(malloc)("sim.description",
	                       head + micros + uops + mems + puts + srcs);
	struct description *k = (struct description *)p;

	VG_(memset)(k, 0, sizeof *k);
	k->n_micros = (UShort)d->n_micros;
	k->n_uops = (UShort)d->n_uops;
	k->n_mems = (UShort)d->n_mems;
	k->n_puts = (UShort)d->n_puts;
	k->n_srcs = (UShort)d->n_srcs;
	for (UInt i = 0; i < d->n_mems; i++) {
		if (d->mems[i].access >= k->n_accesses)
			k->n_accesses = (UShort)(d->mems[i].access + 1);
	}
	for (UInt i = 0; i < d->n_uops; i++) {
		const struct uop *u = &d->uops[i];
		struct mem_op *m = &d->mems[u->mem];

		if (u->kind != U_PREFETCH &&
		    (u->class == C_LOAD || u->class == C_STORE))
			m->whole = m->size >= 4 && !m->extended;
	}
	k->end_taken = d->end_taken;
	k->micros = (struct micro *)(p += head);
	k->uops = (struct uop *)(p += micros);
	k->mems = (struct mem_op *)(p += uops);
	k->puts = (struct put *)(p += mems);
	k->srcs = (UShort *)(p + puts);
	VG_(memcpy)(k->micros, d->micros, d->n_micros * sizeof *d->micros);
	VG_(memcpy)(k->uops, d->uops, d->n_uops * sizeof *d->uops);
	VG_(memcpy)(k->mems, d->mems, d->n_mems * sizeof *d->mems);
	VG_(memcpy)(k->puts, d->puts, d->n_puts * sizeof *d->puts);
	VG_(memcpy)(k->srcs, d->srcs, d->n_srcs * sizeof *d->srcs);
	return k;
}
