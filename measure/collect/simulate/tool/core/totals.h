/*
 * perfexpert-sim: what is summed up over instructions, and by region
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_TOTALS_H
#define PERFEXPERT_SIM_TOTALS_H

#include "pub_tool_basics.h"

/* What ticks are charged to */
enum cause {
#define CAUSE(name, ...) CAUSE_##name,
#include "arch/causes.def"
	N_CAUSES
};

/* Sums are kept of everything that is a count. */
enum total {
#define COUNT(name, ...) T_##name,
#define PART(name, ...) T_##name,
#include "measure/collect/simulate/protocol/wire.def"
	T_CAUSES, /* the ticks by cause */
	N_TOTALS = T_CAUSES + N_CAUSES,
};

enum fp_class {
#define FP(name, ...) FP_##name,
#include "measure/collect/simulate/protocol/wire.def"
	N_FP
};

/* FP follows from instructions and their executions; regions count it. */
enum fp_total {
	F_CLASSES, /* by enum fp_class */
	F_ANY = F_CLASSES + N_FP,
	F_PACKED,
	F_FLOPS,
	N_FP_TOTALS
};

/*
 * What an instruction gave the core to do, in the executions that were charged
 * (model_floor.c); the ticks of the longest chain that were its own.
 */
enum { WORK_OPS = 6 };
struct work {
	ULong n, slots, taken; /* executions; of dispatch; taken branches */
	ULong window;          /* steps of the chain for want of room */
	UInt n_ops;
	struct work_op {
		UChar class;
		ULong n, chain;
	} op[WORK_OPS];
};

struct account {
	ULong n; /* executions that were modelled, with their bursts' weights */
	ULong ticks[N_CAUSES];
	struct work work;
	struct weighed *weighed; /* or NULL: it was watched all the time */
};

#endif
