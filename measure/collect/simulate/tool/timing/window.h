/*
 * perfexpert-sim: the state of the core, between two instructions
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_WINDOW_H
#define PERFEXPERT_SIM_WINDOW_H

#include "heap.h"
#include "model.h"

enum {
	N_PIPE_CYCLES = 1 << 14, /* cycles of the pipes that are known */
	BTB_SETS = 1 << 12,      /* at most */
	BTB_WAYS = 4,
	OP_WAYS = 32,        /* at most, */
	STORED_LINES = 16,   /* at most */
	MOST_ENTRIES = 8,    /* and entries of a line */
	QUEUED = 64,         /* instructions between fetch and dispatch */
	N_MADE_BY = 1 << 12, /* more than operations are in the window */
	STRING_SHORT = 128,  /* bytes that a string instruction does at once */
};

/* of an entry of the op cache: from before the burst */
#define OLD (1ULL << 63)

/*
 * By how much earlier a value would be ready if nothing that it depends on had
 * queued for a pipe, a path between caches, or a miss buffer. An operation that
 * waits for the value is charged that first.
 */
struct delay {
	ULong ticks;
	UChar cause;
	UInt chain; /* that made the value: of window.chain; 0: none */
};

/*
 * The operations that one after the other made a value, as each waited for the
 * one before it longest: their own time, by cause, back to one that had all
 * that it needed when it was dispatched.
 */
struct chain {
	ULong all;
	UInt ticks[N_CAUSES];
};

/* When an instruction came to the window, and what that waited for */
struct dispatch {
	ULong at;
	UChar cause;
};

struct window {
	/* front end */
	ULong fetch; /* when the next instruction is there */
	UChar fetch_cause;
	ULong last_taken; /* cycle in which the last branch was taken */
	UInt jumped_from; /* module + 1, until the target comes; 0: returned */
	Bool decoding;    /* not from the op cache */
	Bool decoded_before; /* the burst */
	ULong code_line;
	Bool line_jumped_to; /* by a taken branch */
	Bool line_forgotten; /* its branches are */
	Bool line_kept; /* what was decoded of it before the burst is there */
	Bool line_follows; /* in memory, the one before */
	ULong line_before;
	ULong found; /* when the last such branch was decoded */
	/* lines of code; taken branches; entries of decoded operations */
	ULong lines, taken, entries;
	UInt line_ops; /* that were taken from it, one after the other */
	ULong window_at, window_since; /* what fetch may not leave in a cycle */
	struct ring queue;             /* dispatch of the last QUEUED */
	struct ring fetched; /* when the last lines of code were wanted */
	ULong redirected;    /* fetches can't be asked for earlier */
	ULong btb[BTB_SETS][BTB_WAYS];    /* the last used one first */
	ULong op_entry[OP_SETS][OP_WAYS]; /* the last used one first */
	ULong line_since;                 /* when its first operation came */

	/* the window */
	ULong dispatched, retired;
	struct delay late; /* dispatch, for the front end */
	struct ring rob, loads, registers, registers_fp;
	struct heap stores, ints, fps;
	struct heap fps_open; /* from where FP operations can begin, and */
	ULong fp_opened;      /* when the last one came there */
	ULong stored;         /* when the last store was in L1 */
	struct stored_line {
		ULong line;
		UInt along;          /* how many stores were to it */
	} stored_line[STORED_LINES]; /* the last ones, in turn */
	UInt n_stored_lines;
	UChar store_cause;
	ULong serial;      /* nothing is dispatched before */
	UInt string_bytes; /* so far, of the string instruction in progress */
	struct pipe_cycle {
		ULong cycle;
		UInt busy;     /* pipes that take an operation then */
		UInt occupied; /* pipes whose unit still works on an earlier
		                  operation */
	} pipe[N_PIPE_CYCLES];

	struct chain chain[N_MADE_BY]; /* the last ones, in turn; 0: empty */
	UInt n_chains;
	ULong ready[MAX_SLOTS];
	struct uop *maker[MAX_SLOTS];
	struct delay slot_delay[MAX_SLOTS];

	/* the block being replayed */
	struct description *d;
	ULong done[MAX_UOPS];
	ULong began[MAX_UOPS];        /* execution */
	ULong waiting[MAX_UOPS];      /* for a pipe, since */
	Bool passed_over[MAX_UOPS];   /* nothing was executed */
	struct delay delay[MAX_UOPS]; /* of what is done */
	UInt before[MAX_UOPS];        /* the chain that it waited for */
	struct served served[MAX_UOPS];
	ULong left[MAX_PUTS];              /* when its puts are there, */
	struct delay left_delay[MAX_PUTS]; /* and by how much later */
	UInt n_fetched, n_prefetched;
};

/* What an FP addition's latency is longer for others than for the next one. */
static inline ULong model_sooner(void)
{
	const ULong next = sim.model->n.fp_add_next;
	const ULong latency = sim.model->op[C_FP_ADD].latency;

	return next && next < latency ? latency - next : 0;
}

/* model_floor.c */
void floor_init(void);
void floor_end(void);
void floor_micro(struct window *w, const struct micro *m);
void floor_taken(const struct micro *m);
void floor_leave(const struct description *d, UInt micros);

/* model_retire.c: the time of an operation itself, from when it began */
ULong op_own_time(const struct window *w, UInt k);
UChar op_cause(const struct uop *u);
/* done: when its last operation was */
void retire_micro(struct window *w, const struct micro *m,
                  const struct dispatch *d, ULong done);

/* model_front.c */
void front_begin(struct window *w);
void fetch_micro(struct window *w, const struct micro *m);
void fetch_taken(struct window *w, const struct micro *m);
void fetch_mispredicted(struct window *w, ULong resolved);

#endif
