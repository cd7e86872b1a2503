/*
 * perfexpert-sim: pieces of code added to translations
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_EMIT_H
#define PERFEXPERT_SIM_EMIT_H

#include "measure/collect/simulate/tool/vex/pieces.h"

/*
 * Accesses that are checked together, as their addresses differ by constants:
 * one after the other, with nothing between them that is seen elsewhere.
 */
struct group {
	struct access *first, *last; /* NULL: none */
	const IRExpr *root;          /* the first one's address: root + from */
	Long from, low, high;        /* the bytes of all */
	IRExpr *offset;              /* of the first one in the slot's line */
	IRStmt *above_low, *within, *call; /* of the check, .. */
	UInt piece;                        /* .. or what it is */
};

/* The translation being made. */
struct emit {
	IRSB *out;
	struct block *block;
	Int state;         /* offset of struct state in the guest state */
	IRTemp now;        /* state.now when the block was entered, or .. */
	IRConst *to_entry; /* .. NULL: it is not known; else what leads there */
	UInt stamps;       /* given so far */
	UInt n_accesses;
	Bool own;        /* pieces are code of our own, .. */
	UInt entry;      /* .. that of the block's entry, .. */
	UInt piece;      /* .. and the last one, or NO_PIECE */
	IRTemp decides;  /* the condition of an exit, .. */
	IRExpr *outcome; /* .. and the same as a word, or NULL */
	Bool light;      /* only executions are counted */
	IRStmt *advance; /* adds the block's stamps to state.now */
	struct group group;
};

enum { FMA_LANES = 8, FMA_LATER = 40 };

/* Fused multiply-adds of one instruction that are not computed yet. */
struct fused {
	UInt n, kind;
	IRExpr *mode; /* of rounding */
	IRTemp result[FMA_LANES];
	IRTemp negated[FMA_LANES]; /* minus the result, or IRTemp_INVALID */
	IRStmt *later[FMA_LATER];  /* what comes after them */
	UInt n_later;
	IRTemp waiting[2 * FMA_LANES + FMA_LATER]; /* not assigned yet */
	UInt n_waiting;
};

void emit_entry(struct emit *e);
void emit_model(struct emit *e);
void emit_touch(struct emit *e);
void emit_prefetch(struct emit *e, const IRDirty *d);
void emit_ending(struct emit *e);
void emit_count(struct emit *e, UInt segment);
void emit_fetch(struct emit *e, struct insn *insn, Addr addr, Bool second);
struct access *new_access(struct emit *e, struct insn *insn, UInt size,
                          Bool store);
struct access *emit_data(struct emit *e, struct insn *insn, IRExpr *addr,
                         UInt size, Bool is_store, IRExpr *guard);
struct access *emit_along(struct emit *e, struct insn *insn, Long from,
                          UInt size, Bool is_store);
void emit_lanes(struct emit *e, const struct access *first, IRExpr *addr,
                UInt n, const void *what, void *fn);
/* False: it does nothing, as s is not a comparison, or it would not help. */
Bool emit_condition(struct emit *e, const IRStmt *s);
void emit_branch(struct emit *e, struct branch_stat *b, IRExpr *guard,
                 Bool inverted);
void emit_indirect(struct emit *e, struct branch_stat *b, IRExpr *target);
void emit_call(struct emit *e, Addr back);
void emit_arguments(struct emit *e, struct arguments *a);
void emit_return(struct emit *e, struct branch_stat *b, IRExpr *target);
void emit_finish(struct emit *e, UInt insns);

/* STAMPS for each access, as it may touch two lines. */
IRExpr *emit_stamp(struct emit *e);

/* clock.c */
Bool clock_takes(struct emit *e, const IRDirty *d);

/* fma.c */
Bool fma_takes(struct fused *f, struct emit *e, const IRExpr **def,
               const IRSB *in, Int at);
void fma_flush(struct fused *f, struct emit *e);

#endif
