/*
 * perfexpert-sim: the branch predictor's tables
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_BRANCHES_H
#define PERFEXPERT_SIM_BRANCHES_H

#include "pub_tool_basics.h"

#include "arch/limits.h"
#include "insn.h"

enum {
	N_RAS = 32, /* entries of the return stack */
	RAS_MASK = N_RAS * 8 - 1,
	N_TARGET_TABLES = 3,     /* of targets, by several histories */
	N_TARGET_ENTRIES = 2048, /* each */
	N_TAGE = 4,              /* tables of different lengths of history */
	MEMO_BITS = 16,
	MEMO_MASK = (1 << 12) - 1, /* outcomes that distinguish entries */
};

struct branches {
	/* what translated code reads and writes */
	ULong ras[N_RAS];
	UShort memo[1 << MEMO_BITS];

	struct tage_entry *tage[N_TAGE];
	ULong tage_mask[N_TAGE]; /* their histories */
	UInt tage_bits;          /* log2 of their entries */
	UInt aging;
	Char trust_fresh; /* do new entries predict better than the others? */
	ULong path;       /* of indirect jumps: their last targets, */
	ULong target_mask[N_TARGET_TABLES]; /* so many of them, and */
	UInt target_shift;                  /* of a hash, to the entry */
	UInt past[N_TARGET_TABLES];         /* .. hashes of these */
	/* one table after the other: what it was the last time; a tag and,
	 * lowest, how often in a row it was right */
	UInt target[N_TARGET_TABLES * N_TARGET_ENTRIES + 2];
	UShort target_state[N_TARGET_TABLES * N_TARGET_ENTRIES + 2];
};

#endif
