/*
 * perfexpert-sim: set-up of caches and TLBs, and the levels after the first
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "cache.h"

/* How far user space reaches. */
#if defined(VGA_amd64)
enum { ADDRESS_BITS = 47 };
#else
enum { ADDRESS_BITS = 52 };
#endif

enum {
	MANY_WAYS = 16, /* more than these are not searched one by one */
	PART_OF_AGE = 8,
	LONGEST_WHILE = 1024,
	N_CHAINS = 1024,
};

static void *array(const HChar *what, ULong n, SizeT size)
{
	return VG_(calloc)(what, n ? n : 1, size);
}

static ULong power_mask(ULong n)
{
	return (n & (n - 1)) ? 0 : n - 1;
}

static ULong sets(const struct geometry *g, Bool tlb)
{
	return tlb ? g->size / g->ways : g->size / g->line / g->ways;
}

/* Every set starts as a ring of its empty ways. */
static struct big_sets *big_sets(const struct cache *c)
{
	const ULong n = c->sets * c->stride;
	struct big_sets *b = array("sim.big", 1, sizeof *b);

	b->key = array("sim.key", n, sizeof *b->key);
	b->older = array("sim.older", n + c->sets, sizeof *b->older);
	b->newer = array("sim.newer", n + c->sets, sizeof *b->newer);
	b->bucket = array("sim.bucket", N_CHAINS, sizeof *b->bucket);
	b->next = array("sim.next", n, sizeof *b->next);
	VG_(memset)(b->bucket, 0xff, N_CHAINS * sizeof *b->bucket);
	for (ULong set = 0; set < c->sets; set++) {
		UInt last = (UInt)(n + set);

		for (ULong i = 0; i < c->ways; i++) {
			const UInt way = (UInt)(set * c->stride + i);

			b->older[last] = way;
			b->newer[way] = last;
			last = way;
		}
		b->older[last] = (UInt)(n + set);
		b->newer[n + set] = last;
	}
	return b;
}

/* TLBs give entries, caches bytes: `line` of a TLB is its page. */
void cache_init(struct cache *c, const struct geometry *g, Bool tlb)
{
	c->sets = sets(g, tlb);
	c->ways = g->ways;
	c->stride = (g->ways + VECTOR - 1) / VECTOR * VECTOR;
	c->mask = power_mask(c->sets);
	c->shift = (UInt)VG_(log2_64)(g->line);
	c->brief_shift = c->mask ? (UInt)VG_(log2_64)(c->sets) : 0;
	c->odd = !c->mask && c->sets > 1;
	const ULong n = c->sets * c->stride;

	c->tag = array("sim.tag", n, sizeof *c->tag);
	c->brief = array("sim.brief", n, sizeof *c->brief);
	c->stamp = array("sim.stamp", n + 1, sizeof *c->stamp);
	VG_(memset)(c->tag, 0xff, n * sizeof *c->tag);
	for (ULong i = 0; i < n; i++) {
		if (i % c->stride >= c->ways)
			c->stamp[i] = PADDING;
	}
	if (c->ways > MANY_WAYS)
		c->big = big_sets(c);
}

/* Memory fresh from the system is zero, and costs nothing until it is used. */
void level_room(struct level *l)
{
	l->set = system_memory(l->sets * l->stride * sizeof *l->set);
}

void level_init(struct level *l, const struct geometry *g, Bool tlb)
{
	l->none = g->none;
	if (g->none)
		return;
	l->sets = sets(g, tlb);
	l->ways = g->ways;
	l->stride = (g->ways + VECTOR - 1) / VECTOR * VECTOR;
	l->mask = power_mask(l->sets);
	l->shift = (UInt)VG_(log2_64)(g->line);
	l->brief_shift = l->mask ? (UInt)VG_(log2_64)(l->sets) : 0;
	l->odd = !l->mask && l->sets > 1;
	l->hashed = g->hashed < l->brief_shift ? g->hashed : l->brief_shift;
	l->hash_mask = l->mask & ~(l->mask >> l->hashed);
	if (g->frames && !tlb)
		l->frame_mask =
			l->hash_mask |
			(l->mask & ~(((ULong)VKI_PAGE_SIZE >> l->shift) - 1));
	level_room(l);
}

static UInt *chain_of(const struct cache *c, ULong tag)
{
	return &c->big->bucket[(tag ^ (tag >> 10)) % N_CHAINS];
}

ULong big_find(const struct cache *c, ULong tag)
{
	UInt way = *chain_of(c, tag);

	while (way != ~0u && c->tag[way] != tag)
		way = c->big->next[way];
	return way == ~0u ? NO_WAY : way;
}

static void ring_remove(struct big_sets *b, UInt way)
{
	b->newer[b->older[way]] = b->newer[way];
	b->older[b->newer[way]] = b->older[way];
}

/* Puts a way directly after a newer one (or the set's head). */
static void ring_insert(struct big_sets *b, UInt way, UInt newer)
{
	b->newer[way] = newer;
	b->older[way] = b->older[newer];
	b->newer[b->older[newer]] = way;
	b->older[newer] = way;
}

/*
 * To where its stamp belongs; the ring is in the order of keys. The place may
 * be near either end, so it is looked for from both.
 */
void big_sort_in(struct cache *c, UInt way, UInt head)
{
	struct big_sets *b = c->big;
	const ULong key = c->stamp[way];
	UInt from_new = head, from_old = b->newer[way];

	ring_remove(b, way);
	b->key[way] = key;
	for (;;) {
		const UInt next = b->older[from_new];

		if (next == head || b->key[next] <= key)
			break;
		from_new = next;
		if (from_old == head || b->key[from_old] >= key) {
			from_new = from_old;
			break;
		}
		from_old = b->newer[from_old];
	}
	ring_insert(b, way, from_new);
}

/*
 * To the head, as its stamp is the newest; not yet where it was near there a
 * short while ago: its key is then older than its stamp, which is noticed when
 * it is the oldest.
 */
void big_touch(struct cache *c, ULong way)
{
	struct big_sets *b = c->big;
	const UInt head = head_of(c, way);
	const ULong now = c->stamp[way];

	if (b->newer[way] == head) {
		b->key[way] = now;
	} else if (now - b->key[way] > b->short_while) {
		b->key[way] = now;
		ring_remove(b, (UInt)way);
		ring_insert(b, (UInt)way, head);
	}
}

/* Moves the way to the chain of its new tag, and to the ring's head. A short
 * while is one of which many go into the time that a way stays. */
void big_replace(struct cache *c, ULong way, ULong tag)
{
	struct big_sets *b = c->big;
	UInt *link = chain_of(c, c->tag[way]);

	while (c->tag[way] != NO_TAG && *link != way)
		link = &b->next[*link];
	if (c->tag[way] != NO_TAG)
		*link = b->next[way];
	link = chain_of(c, tag);
	b->next[way] = *link;
	*link = (UInt)way;
	ring_remove(b, (UInt)way);
	const ULong part = (c->stamp[way] - b->key[way]) / PART_OF_AGE;

	b->short_while = part < LONGEST_WHILE ? part : LONGEST_WHILE;
	b->key[way] = c->stamp[way];
	ring_insert(b, (UInt)way, head_of(c, way));
}
