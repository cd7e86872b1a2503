/*
 * perfexpert-sim: pieces of code added to translations
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_EMIT_H
#define PERFEXPERT_SIM_EMIT_H

#include "sim.h"

/* The translation being made. */
struct emit {
	IRSB *out;
	struct block *block;
	Int state;   /* offset of struct state in the guest state */
	IRTemp now;  /* state.now when the block was entered */
	UInt stamps; /* given so far */
	UInt n_accesses;
	IRStmt *advance; /* adds the block's stamps to state.now */
};

void emit_entry(struct emit *e);
void emit_count(struct emit *e, UInt segment);
void emit_fetch(struct emit *e, struct insn *insn, Addr addr, Bool second);
struct access *new_access(struct emit *e, struct insn *insn, UInt size,
                          Bool store);
struct access *emit_data(struct emit *e, struct insn *insn, IRExpr *addr,
                         UInt size, Bool is_store, IRExpr *guard);
void emit_branch(struct emit *e, struct branch_stat *b, IRExpr *guard,
                 Bool inverted);
void emit_indirect(struct emit *e, struct branch_stat *b, IRExpr *target);
void emit_call(struct emit *e, Addr back);
void emit_return(struct emit *e, struct branch_stat *b, IRExpr *target);
void emit_finish(struct emit *e);

#endif
