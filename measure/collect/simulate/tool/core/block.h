/*
 * perfexpert-sim: translations, and the lines of code that they lie in
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_BLOCK_H
#define PERFEXPERT_SIM_BLOCK_H

#include "insn.h"

enum {
	N_PIECE = 8, /* lines of code that lie together */
};

/* An instruction within a segment of a translation. */
struct entry {
	struct insn *insn;
	UShort segment;
	UShort executes; /* 1 in the segment in which it begins */
	UShort loads, stores;
	UShort fetches;
};

/* Where a translation can be left, between two segments. */
struct leave {
	struct branch_stat *branch; /* NULL: not a conditional branch */
	UShort segment;             /* the one before it */
	UChar inverted;             /* left means not taken */
	Addr falls_to;              /* left means: continues here, or 0 */
};

/* A data access within a translation; argument of the helpers. */
struct access {
	struct mem_stat *mem;
	UShort size;
	UChar store;
	struct access *inside; /* the next of those within its bytes */
	Int offset;            /* from the one that they are inside */
	struct access *along;  /* the next that is checked with the first */
	Int from_first;        /* the distance of their addresses */
};

struct line;
struct fetch {
	struct line *line;
	struct insn *insn;
	Bool second; /* the instruction began in the line before */
	UInt l1, l2, l3, tlb1, tlb2; /* missed; not yet added to insn */
	UInt first;                  /* see fetch_stat */
};

struct block {
	struct block *next;
	/* of those with code of a section that is watched; NULL: it has none */
	struct block *next_watched, **watched_link;
	Addr base;  /* address of the first instruction */
	Addr entry; /* what Valgrind knows it by */
	UInt n_segments, n_entries, n_leaves, n_fetches;
	ULong *count; /* by segment; there is room for so many */
	UInt room;
	struct entry *entries;
	struct leave *leaves;
	struct access *accesses;
	struct fetch *fetches;
	struct branch_stat *end; /* of the last instruction, or NULL */
	UChar end_kind;          /* enum end_kind */
	Bool end_indirect;       /* and its target is computed */
	Bool light;              /* translated while it was LIGHT */
	Bool apart;              /* it is in no region */
	Addr falls_to;           /* where it continues at the end, or 0 */
	/* for regions and threads: has it run since they were settled; what
	 * its segments had counted then, or NULL; for regions: what an
	 * execution of each is worth, or NULL */
	ULong *touched;
	struct block *next_touched;
	ULong *settled;
	struct worth *worth;
	struct description *description; /* for the timing model, or NULL */
};

enum end_kind { END_NONE, END_JUMP, END_CALL, END_RET };

/* Instruction lines and pages exist once, so that code can point to them. */
struct page {
	struct page *next;
	ULong number;
	ULong way; /* of itlb, or NO_WAY */
	struct lines *lines;
	Bool entered; /* itlb, once */
};

/* What translated code looks at; those of a page lie together. */
struct fetched {
	ULong here;  /* HERE while the line is in L1I and its page in ITLB1,
	                else 0: it is compared with the time, .. */
	ULong stamp; /* .. which is written to this */
};

struct line {
	struct fetched *at;
	struct line *next; /* of the same bucket */
	ULong number;
	ULong way;         /* of l1i, or NO_WAY */
	ULong came;        /* to l1i last, of sim.fetches.code_came; 0: never */
	UInt came_decoded; /* the same of its set of decoded operations */
	struct page *page;
	Bool entered; /* l1i, once */
};

/* Lines of a page, as they came; the last ones first. */
struct lines {
	struct fetched at[N_PIECE];
	struct line line[N_PIECE];
	UInt n;
	struct lines *next;
};

#endif
