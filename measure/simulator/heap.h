/*
 * perfexpert-sim: a bounded set of times, of which the earliest goes first
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stands for a structure of the core with so many entries, each of them taken
 * until its time.
 */
#ifndef PERFEXPERT_SIM_HEAP_H
#define PERFEXPERT_SIM_HEAP_H

#include "pub_tool_basics.h"
#include "pub_tool_mallocfree.h"

struct heap {
	ULong *time; /* time[0] is the earliest */
	UInt n, size;
};

static inline void heap_init(struct heap *h, ULong size)
{
	h->size = size ? (UInt)size : 1;
	h->time = VG_(calloc)("sim.heap", h->size, sizeof *h->time);
	h->n = 0;
}

/* When an entry is free, from `at` on. */
static inline ULong heap_free(const struct heap *h, ULong at)
{
	return h->n < h->size || h->time[0] <= at ? at : h->time[0];
}

static inline void heap_sink(struct heap *h, ULong time)
{
	UInt i = 0;

	for (;;) {
		UInt child = 2 * i + 1;

		if (child >= h->n)
			break;
		if (child + 1 < h->n && h->time[child + 1] < h->time[child])
			child++;
		if (h->time[child] >= time)
			break;
		h->time[i] = h->time[child];
		i = child;
	}
	h->time[i] = time;
}

/* Takes an entry until then; the one that is free first, when all are taken. */
static inline void heap_take(struct heap *h, ULong until)
{
	if (h->n == h->size) {
		heap_sink(h, until);
		return;
	}
	UInt i = h->n++;

	while (i && h->time[(i - 1) / 2] > until) {
		h->time[i] = h->time[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	h->time[i] = until;
}

#endif
