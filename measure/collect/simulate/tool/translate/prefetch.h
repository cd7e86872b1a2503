/*
 * perfexpert-sim: prefetches that the program asks for
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_PREFETCH_H
#define PERFEXPERT_SIM_PREFETCH_H

#include "emit.h"

/* If a helper is a prefetch, the cache that it goes to; else 0. */
UInt prefetch_of(const IRDirty *d);
/* Adds the call that a burst needs in the helper's place, if d is one. */
Bool prefetch_takes(struct emit *e, const IRDirty *d);
/* Adds such a helper after what VEX made of an instruction, if it is one. */
void prefetch_add(IRSB *out, const UChar *code, Addr ip, UInt length);

#endif
