/*
 * perfexpert-sim: the timing model of a core, run over bursts of the execution
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * When code is translated, each block gets a description: its instructions as
 * operations of the core, with what each of them waits for (model_describe.c).
 * While a burst lasts, every data access, every miss of an instruction fetch
 * and the way taken through the block are recorded, and when the next block is
 * entered, the model replays what was recorded (model_burst.c, model_window.c,
 * model_memory.c). Outside bursts a block costs a test.
 *
 * Time is in ticks, TICKS to the cycle, so that sums are exact. Every tick of
 * a burst is charged to one instruction and one cause, when it retires; so the
 * parts add up to the time that the burst took.
 */
#ifndef PERFEXPERT_SIM_MODEL_H
#define PERFEXPERT_SIM_MODEL_H

#include "measure/collect/simulate/tool/core/sim.h"

enum {
	TICKS = 240,
	MAX_SLOTS = 512,   /* eighths of the guest state */
	MAX_UOPS = 1024,   /* of a block that is described */
	MAX_PUTS = 2048,   /* the same */
	MAX_SEGMENTS = 64, /* the same */
	N_LOG = 1024,      /* accesses of a block */
	FROM_SLOT = 0x8000,
	FROM_NOTHING = 0xffff,
};

/* Of operations: numbers.def */
enum op_class {
#define CLASS(name, text) C_##name,
#include "numbers.def"
	N_CLASSES
};

/* What arch/model.lua declares; times in ticks. */
struct numbers {
#define NUMBER(name, unit) ULong name;
#include "numbers.def"
};

enum number {
#define NUMBER(name, unit) NUMBER_##name,
#include "numbers.def"
	N_NUMBERS
};

struct op_numbers {
	ULong latency, busy;
	UInt pipes;
};

/* ---- descriptions ---- */

enum uop_kind { U_OP, U_LOAD, U_STORE, U_PREFETCH };

struct uop {
	UChar class; /* enum op_class */
	UChar kind;
	UChar n_src;
	UChar feeds_address; /* a load waited for it */
	UShort first_src;
	UShort mem;    /* of loads and stores */
	UChar crosses; /* what it makes of vectors goes to an integer register
	                */
	UChar passes;  /* through a pipe */
	UChar into;    /* a prefetch: level that it goes to */
};

/* A data access of an instruction. */
struct mem_op {
	UShort access; /* of the block, whose address was recorded */
	UShort size;
	Int offset; /* from that address */
	/* the address as an expression: register and constant, or no_base */
	UShort base;
	Int constant;
	UInt key; /* of the instruction, for who follows its strides */
	/* an integer of a register's width, as it is: core may pass it on */
	Bool whole;
	Bool extended; /* its sign is, by the load */
	Bool indexed;  /* by two registers, and more */
	Bool locked;   /* of an atomic update */
	/* whose value a load took last, and how often in a row */
	const struct mem_op *from;
	UInt again;
};

enum micro_flags {
	M_BRANCH = 1,
	M_FUSED = 2, /* with the instruction before it */
	M_SERIAL = 4,
	M_FP = 8,         /* its operation waits in the FP scheduler */
	M_STRING = 16,    /* a repeated string instruction: part of it */
	M_CALL = 32,      /* a call or a return */
	M_MAKES = 64,     /* a result that takes a physical register, */
	M_MAKES_FP = 128, /* .. one of vectors */
	M_RETURN = 256,
};

/* An instruction. */
struct micro {
	struct insn *insn;
	UShort first_uop;
	UShort segment;
	UShort flags;
	UChar n_uops;
	UChar n_loads, n_stores;
};

/* What a block leaves in the guest state. */
struct put {
	UShort slot, src;
	UShort micro; /* the instruction that did it */
};

struct description {
	UShort n_micros, n_uops, n_srcs, n_puts, n_mems;
	struct micro *micros;
	struct uop *uops;
	struct mem_op *mems;
	struct put *puts;
	UShort *srcs;
	UShort n_accesses; /* of the block, that may be recorded */
	Bool end_taken;    /* at its end it goes elsewhere */
};

/* What the walk over a block saw of data accesses, in their order. */
struct logged {
	UShort access; /* of the block */
	UShort size;
	Int offset; /* from the access that gives the address */
};

/* ---- recorded in a burst, for one block ---- */

struct recorded {
	Addr addr;
	UChar missed;
	Bool here;
};

struct fetch_record {
	struct insn *insn;
	UChar missed;
};

enum { N_FETCHES = 128, N_PREFETCHES = 64 };

struct trace {
	struct block *block;        /* the current one, or NULL */
	ULong count[MAX_SEGMENTS];  /* as the block was entered */
	ULong missed[MAX_SEGMENTS]; /* mispredictions, by exit; the end's last
	                             */
	struct recorded access[N_LOG];
	struct fetch_record fetch[N_FETCHES];
	UInt n_fetches;
	Addr prefetch[N_PREFETCHES]; /* by the program, in their order */
	UInt n_prefetches;
};

struct model {
	struct numbers n;
	struct op_numbers op[N_CLASSES];
	Bool wanted; /* it was given all of these */

	/* while a block is translated */
	struct logged log[N_LOG];
	UInt n_log;
	Bool log_full;

	/* bursts */
	UInt left, warming; /* instructions */
	UInt bursts;
	ULong early;  /* stamps to the next of the first ones */
	ULong piece;  /* of the way to the next of the others: its begin */
	ULong now;    /* the last that was seen */
	ULong weight; /* of the burst, in what is charged */
	UInt random;
	struct trace trace;
	ULong modelled; /* instructions charged, */
	ULong elapsed;  /* .. and the ticks that they took */
	ULong began;    /* ticks, of the burst; its first and last stamp: */
	ULong began_stamp, stamp;
	ULong passes; /* through blocks */
	/* of the string instruction that is replayed: its parts so far; the
	 * part from which on each is weighted, by how many, and the end; steps
	 * of the current one */
	ULong part, parts_each, parts_end;
	UInt part_steps;

	struct describe *describe; /* room to describe a block in */
	struct window *window;
	struct memory *memory;
	struct floor *floor;
};

/* model_burst.c */
void model_begin(void);

/* model_options.c */
void model_defaults(void);
Bool model_option(const HChar *arg);

const HChar *model_class_name(UInt class);

/* model_class.c */
enum op_class model_class(IROp op, IRType result);
Bool model_moves_only(IROp op);
Bool model_extends(IROp op);
Bool model_is_fp(enum op_class class);

/* model_describe.c */
struct description *model_describe(const struct block *block, const IRSB *in,
                                   const IRExpr **def);

/* model_window.c */
void window_init(void);
void window_begin(void);
void window_forget(void);
/* when the last instruction has retired, in ticks */
ULong window_time(void);
/* returns how many instructions there were */
UInt window_replay(struct description *d, UInt n_segments, ULong mispredicted,
                   Bool taken);

/* model_memory.c */
struct served {
	ULong done;
	ULong tlb; /* of the time until then */
	/* ticks that it lost in queues: on a path, for a miss buffer */
	ULong late;
	UChar level;    /* enum cause: who served it */
	UChar late_for; /* enum cause: what it queued for */
	ULong stored;   /* when a queued store that gives it had the value, */
	UInt chain;     /* .. and what made that: of window.chain */
	Bool others;    /* it would be in L3, but for the others there */
};
void memory_init(void);
/* Is it in two lines? */
Bool memory_splits(const struct mem_op *m, const struct recorded *r);
void memory_load(struct served *s, struct mem_op *m, struct recorded *r,
                 ULong start, ULong latency);
/* when a store's line is there; *cause is who that waits for */
ULong memory_store(struct mem_op *m, const struct recorded *r, ULong start,
                   UChar *cause);
/* value: when what is stored was ready, of that chain; data: when the store has
 * it */
void memory_stored(const struct mem_op *m, const struct recorded *r,
                   ULong value, UInt chain, ULong data, ULong gone);
/* The program asks for a line; into: the level that it goes to. */
void memory_prefetch(Addr addr, UInt into, ULong start);
ULong memory_fetch(const struct fetch_record *r, ULong start, Bool jumped_to,
                   UChar *cause);

#endif
