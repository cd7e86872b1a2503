/*
 * perfexpert-sim: bounded sets of times: the earliest goes first, or the oldest
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Models a structure of the core with a number of entries, each of which is
 * occupied until its time.
 */
#ifndef PERFEXPERT_SIM_HEAP_H
#define PERFEXPERT_SIM_HEAP_H

#include "pub_tool_basics.h"
#include "pub_tool_mallocfree.h"

struct heap {
	ULong *time; /* in order, from time[begin] on; room for more */
	UInt begin, n, size;
};

enum { HEAP_ROOM = 4 }; /* times the size */

static inline void heap_init(struct heap *h, ULong size)
{
	h->size = size ? (UInt)size : 1;
	h->time = VG_(calloc)("sim.heap", HEAP_ROOM * h->size, sizeof *h->time);
	h->begin = h->n = 0;
}

/* When an entry is free, from `at` on. */
static inline ULong heap_free(const struct heap *h, ULong at)
{
	const ULong first = h->time[h->begin];

	return h->n < h->size || first <= at ? at : first;
}

/*
 * Takes an entry until then; the one that is free first, when all are taken.
 * Most times are later than nearly all that are there.
 */
static inline void heap_take(struct heap *h, ULong until)
{
	if (h->n == h->size)
		h->begin++;
	else
		h->n++;
	if (h->begin + h->n > HEAP_ROOM * h->size) {
		for (UInt i = 0; i + 1 < h->n; i++)
			h->time[i] = h->time[h->begin + i];
		h->begin = 0;
	}
	ULong *first = h->time + h->begin, *at = first + h->n - 1;

	for (; at > first && at[-1] > until; at--)
		*at = at[-1];
	*at = until;
}

/* Entries that are given back in the order in which they were taken. */
struct ring {
	ULong *time;
	UInt size, at;
};

static inline void ring_init(struct ring *r, ULong size)
{
	r->size = size ? (UInt)size : 1;
	r->time = VG_(calloc)("sim.ring", r->size, sizeof *r->time);
}

/* The time that is replaced: that of `size` before. */
static inline ULong ring_first(const struct ring *r)
{
	return r->time[r->at];
}

static inline void ring_put(struct ring *r, ULong time)
{
	r->time[r->at] = time;
	if (++r->at == r->size)
		r->at = 0;
}

static inline ULong later(ULong a, ULong b)
{
	return a > b ? a : b;
}

static inline ULong least(ULong a, ULong b)
{
	return a < b ? a : b;
}

#endif
