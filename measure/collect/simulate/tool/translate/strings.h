/*
 * perfexpert-sim: repeated string instructions
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_STRINGS_H
#define PERFEXPERT_SIM_STRINGS_H

#include "emit.h"

/* Replaces VEX's code of a step, from statement `from` on, by a call; False
 * if it is not a string instruction. */
Bool string_decode(IRSB *out, Int from, const UChar *code, Addr ip,
                   UInt length);
/* A superblock, or its part before such a call, which is to be alone in one */
IRSB *string_alone(IRSB *in);
/* Is it such a call? *load, *store: what it accesses, or NULL */
Bool string_of(const IRDirty *d, IRExpr **load, IRExpr **store);
/* How many places it loads from and stores to */
UInt string_accesses(const IRDirty *d);
/* Adds the call, with the block's accesses from `first` on, if d is one. */
Bool string_takes(struct emit *e, const IRDirty *d);

#endif
