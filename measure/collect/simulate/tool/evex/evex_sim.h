/*
 * perfexpert-sim: AVX-512 within the simulator
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * VEX's decoder is asked through evex_ir.c, which answers for the instructions
 * of AVX-512 by a call of a stub (evex_stub.c). In the IR this is a dirty
 * helper; evex_of() returns the instruction that it replaces.
 */
#ifndef PERFEXPERT_SIM_EVEX_SIM_H
#define PERFEXPERT_SIM_EVEX_SIM_H

#include "measure/collect/simulate/tool/translate/emit.h"
#include "evex.h"

/* Offsets in the guest state, or in what follows it. */
UInt evex_vector_at(UInt number); /* of the lower half for 0 to 15 */
UInt evex_high_at(UInt number);   /* of the upper half, 0 to 15 */
UInt evex_mask_at(UInt number);
UInt evex_general_at(UInt number);

static inline Bool evex_sets_flags(const struct evex *e)
{
	return e->op.form == FLAGS || e->op.form == KFLAGS;
}

/* evex_stub.c */
/* Has the host what most of the instructions need, and does it keep it? */
Bool evex_on_host(void);
void *evex_stub(const struct evex *e); /* code to be called */
const struct evex *evex_of_stub(const void *code);

/* evex_ir.c; NULL: it is another helper */
const struct evex *evex_of(const IRDirty *d);
/* Its last instruction is not executed, but all that was translated goes. */
Bool evex_begins_anew(const IRSB *in);

/* evex_count.c */
enum { EVEX_MOST_LANES = 16 }; /* of a gather */
void evex_see_fp(struct fp_seen *seen, const struct evex *e);
/* The accesses of an instruction whose lanes may be masked; those of a
 * gather are consecutive */
struct access *evex_emit_lanes(struct emit *out, struct insn *insn,
                               const IRDirty *d, const struct evex *e);

#endif
