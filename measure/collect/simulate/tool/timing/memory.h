/*
 * perfexpert-sim: the state of caches, memory and TLBs in time
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_MEMORY_H
#define PERFEXPERT_SIM_MEMORY_H

#include "measure/collect/simulate/tool/memory/cache.h"
#include "heap.h"
#include "model.h"

enum {
	COMING_BITS = 13,
	N_COMING = 1 << COMING_BITS, /* lines */
	N_PATH = 1 << 13,            /* places of a path that are known */
	N_SET = 1 << 6,              /* the same of a set of L1 */
	N_QUEUED = 1 << 10,          /* stores */
	N_ASKED = 8,
	N_PAIRS = 256,  /* by instruction; others may share an entry */
	PAIR_FOUND = 4, /* how much surer one more makes */
	SURE_OF_PAIR = 12,
	N_STREAMS = 64,
	N_AHEAD = 256, /* pages */
	N_APART = 1 << 10,
};

/* A path of a level, which carries a line in each place of its time. */
struct path {
	ULong slot;   /* ticks for one line */
	ULong n;      /* places that are known, a power of two */
	ULong *taken; /* number of the place + 1 */
};

struct coming {
	ULong line;    /* + 1 */
	ULong at;      /* when it is there */
	ULong queued;  /* of that, for its path */
	ULong crowded; /* of that, for its set */
	UChar level;   /* enum cause: from where */
	UChar into; /* 1, 2: level that it is prefetched to; 0: was asked for */
	Bool in_row;    /* fetched ahead with the line beside it */
	UInt number[2]; /* of the lines that came to its set in L1, L2 */
	UInt burst;     /* in which it came */
};

/* The sets of a level: each takes one line after the other. */
struct sets {
	ULong n, ways;
	UInt *came; /* by set: lines, since the start */
};

struct queued_store {
	ULong granule; /* address / 8, + 1 */
	Addr addr;
	UInt size;
	UShort base;
	Int constant;
	ULong value, data;       /* when it was ready; when the store has it */
	UInt chain;              /* that made it: of window.chain */
	ULong gone;              /* when it is in L1 */
	ULong pass;              /* through a block, in which it was stored */
	const struct mem_op *by; /* only compared: it may be gone */
	Bool whole;
	Bool locked; /* it is in L1 before anything after it loads */
};

struct stream {
	ULong last; /* line */
	Int direction;
	UInt seen;
	ULong ahead; /* the furthest line that was asked for */
	ULong since; /* the next one waits for a place; 0: it does not */
	ULong stamp;
	UInt burst;    /* in which it began, or was resumed */
	ULong resumed; /* when it was resumed, until it advances; 0: it was not
	                */
};

/* A line that missed L1, and who asked for it: an entry of memory.pair. */
struct asked {
	ULong line;
	UChar who;
};

/* Which line beside his own is asked for soon, and how sure that is */
struct pair {
	Char direction; /* 1, -1 */
	UChar sure;
};

/* What an instruction's accesses are apart; by address, as code comes in
 * several translations, and several times in one */
struct apart {
	UInt key;
	Addr last;
	Long stride, other; /* the one that is followed; the last other one */
	UInt sure, run;     /* times that it came: since it is; in a row */
};

/* A page that was translated for a line that the program prefetched */
struct ahead {
	ULong page, at;
	UInt burst;
};

struct memory {
	struct path l2, l3, memory;
	struct path code;           /* from L2 into L1I */
	struct path *set, *set_far; /* of L1; NULL: it has none */
	struct sets l1_sets, l2_sets;
	ULong written; /* ticks that lines written back did not take yet */
	struct coming coming[N_COMING];
	struct heap l1_misses, l2_misses, walkers;
	struct ring waiting; /* loads, for lines on their way */
	UChar *waits_for;    /* enum cause, by its entries */
	ULong waited;        /* the last of them, until then */
	struct heap l3_asked,
		memory_asked; /* lines that nobody fetched ahead */
	struct queued_store store[N_QUEUED];
	ULong code_translated; /* when the last page of code was, */
	ULong code_came;       /* and its last line came */
	struct apart apart[N_APART];
	struct stream stream[N_STREAMS];
	UInt resumed,
		resumed_burst; /* number of streams resumed in this burst */
	struct asked asked[N_ASKED]; /* the last ones, in turn */
	UInt n_asked;
	struct pair pair[N_PAIRS];
	struct ahead ahead[N_AHEAD];
	ULong stamp;
};

/* model_memory.c */
enum cause level_of(Addr addr);
ULong path_take(struct path *p, ULong from); /* its first free place */
UInt *came_l2(ULong line);                   /* lines that came into its set */
struct coming *coming_at(ULong line);
struct coming *find_coming(ULong line);
struct coming *find_prefetched(ULong line);
struct coming *find_asked(ULong line, ULong from); /* on its way then */
struct coming *bring(Addr addr, ULong from, enum cause level, UInt into,
                     Bool in_row);
void to_l1(struct coming *c, ULong line, ULong at, enum cause from);
struct ahead *ahead_at(Addr addr);
ULong translate(Addr addr, UInt missed, ULong from);

/*
 * forward_store - when a queued store gives the value of a load that starts at
 * from; 0: none does. One that has only a part of it delays the load until it
 * is in L1 (model_stores.c)
 */
ULong forward_store(struct served *served, struct mem_op *op, Addr addr,
                    ULong from);

/* model_prefetch.c */
void prefetch_stride(const struct mem_op *op, Addr addr, ULong from);
/* Before a line that missed L1 is asked for: was it fetched before the burst?
 */
void resume_stream(Addr addr, enum cause level, ULong from);
void prefetch_stream(Addr addr, ULong from);
void prefetch_next(const struct mem_op *op, Addr addr, ULong from);

#endif
