/*
 * perfexpert-sim: caches and TLBs, as they are kept
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_TABLES_H
#define PERFEXPERT_SIM_TABLES_H

#include "pub_tool_basics.h"

enum { N_AGES = 3 }; /* of lines in a shared cache */

/* Geometry as it was given: size in bytes, or entries of a TLB. */
struct geometry {
	ULong size;
	ULong ways;
	ULong line; /* line or page size in bytes, a power of two */
	Bool none;
	UInt hashed; /* bits of a set's number, see struct level */
	Bool frames; /* the same */
};

/*
 * A set's ways are padded to a multiple of four, so that it can be searched by
 * vectors of brief tags: what is above the set's number, plus 1, as 0 is an
 * empty way. It is cut to 32 bits: lines that lie sets x line size x 2^32 bytes
 * apart are taken for one (terabytes, for all but toy caches).
 */

/* A first level; true LRU by stamps that the translated code gives. */
struct cache {
	ULong *tag;   /* by way: line or page number, NO_TAG is empty */
	UInt *brief;  /* 0 is empty */
	ULong *stamp; /* when it was last accessed, or earlier: it may lag
	                 and is then brought up to date
	                 (cache_refresh) when a victim is looked for */
	struct big_sets *big; /* for sets with many ways, else NULL */
	ULong sets;
	ULong ways;
	ULong stride; /* ways with the padding */
	ULong mask;   /* sets - 1 when that is a power of two, else 0 */
	UInt shift;
	UInt brief_shift; /* log2 of sets */
	Bool odd;         /* sets are no power of two */
};

/* Where a line or page can be in a cache: the set's first way, and its tag. */
struct place {
	ULong first;
	UInt brief;
};

/*
 * A further level; true LRU too, by the order of its ways. The upper bits of a
 * set's number may depend on those of the address above them, too: each is
 * their exclusive or, so that lines at round distances don't meet. The system
 * gives small pages frames at any place of memory: then what depends on the
 * page's address is as if drawn, anew for each piece of as many bytes as one
 * way holds.
 */
struct level {
	UInt *set; /* stride brief tags, the most recent one first; and so on */
	ULong sets;
	ULong ways;
	ULong stride;
	ULong mask;
	ULong hash_mask;  /* those upper bits; 0: none */
	ULong frame_mask; /* those that depend on a page's frame; 0: none */
	UInt hashed;      /* how many */
	UInt shift;
	UInt brief_shift;
	Bool odd;
	Bool none;
};

/* Where no program has anything: entries of the page table. */
#define TABLES ((Addr)1 << 60)

/* An L3 cache into which others bring lines too, see others.c. */
struct others {
	struct level level;
	Bool on;
	UInt *seen;  /* by set: lines of others that it has seen */
	ULong ticks; /* from one in a set to the next */
	ULong rate;  /* ticks for a stamp, in fractions */
	ULong time, stamp;
	ULong cost; /* ticks of this burst */
	ULong random;
	UInt group[N_AGES + 1]; /* the first way of each age */
};

/*
 * Sets that are too large to be searched: the ways of a set in a ring, by
 * `key`, which is what the stamp was when the way was put there, and by tag.
 */
struct big_sets {
	ULong *key;
	UInt *older, *newer; /* rings of ways, one way more for each set: */
	UInt *bucket, *next; /* .. its head; and chains by hash of the tag */
	ULong short_while;   /* see big_touch() */
};

typedef void (*cache_refresh)(ULong way);

#endif
