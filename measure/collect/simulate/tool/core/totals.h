/*
 * perfexpert-sim: what is summed up over instructions, and by region
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_TOTALS_H
#define PERFEXPERT_SIM_TOTALS_H

/* As measure/collect/simulate/protocol/simout.c names them. */
enum cause {
	USEFUL,
	CHAIN_FP,
	CHAIN_INTEGER,
	CHAIN_ADDRESS,
	FROM_L1,
	FROM_L2,
	FROM_L3,
	MEMORY_LATENCY,
	MEMORY_BANDWIDTH,
	STORES,
	DATA_TLB,
	FETCH,
	INSTRUCTION_TLB,
	MISPREDICTED,
	PIPES,
	OTHER,
	N_CAUSES
};

/* Sums are kept of everything that is a count. */
enum total {
	T_EXEC,
	T_LD,
	T_ST,
	T_IF,
	T_I1,
	T_I2,
	T_I3,
	T_IT1,
	T_IT2,
	T_R1,
	T_R2,
	T_R3,
	T_W1,
	T_W2,
	T_W3,
	T_DT1,
	T_DT2,
	T_BC,
	T_BT,
	T_BM,
	T_BI,
	T_BIM,
	T_JU,
	T_CA,
	T_RE,
	T_REM,
	T_MODELLED, /* executions, and the ticks by cause */
	T_CAUSES,
	N_TOTALS = T_CAUSES + N_CAUSES,
};

/* FP follows from instructions and their executions; regions count it. */
enum fp_total {
	F_CLASSES, /* by enum fp_class, of which there are 6 */
	F_ANY = F_CLASSES + 6,
	F_PACKED,
	F_FLOPS,
	N_FP_TOTALS
};

#endif
