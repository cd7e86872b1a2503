/*
 * perfexpert-sim: code: what is known of it, and its caches
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_CODE_H
#define PERFEXPERT_SIM_CODE_H

#include "pub_tool_basics.h"

#include "block.h"
#include "tables.h"

enum { OP_SETS = 64 }; /* of the cache of decoded operations */

enum {
	N_BUCKETS = 1 << 16,
	N_INSN_BUCKETS = 1 << 19,
};

enum { LIMIT_POOLED = 32, LIMIT_COUNTS = 2048, LIMIT_NEAR = 48 << 20 };

struct module {
	HChar *path; /* "[anon]" for code without a file */
	Addr start, end;
	ULong offset; /* of start in the file */
	Addr bias;    /* run-time address - ELF virtual address */
	UChar build_id[32];
	UInt build_id_len;
	Bool live;                   /* still mapped */
	Bool program;                /* not one of its libraries */
	UInt watch_first, watch_end; /* its ranges of --watch */
};

/* All code of the program */
struct program_code {
	/* counts of translations: free ones by their number, and new ones */
	ULong *counts[LIMIT_POOLED + 1], *next_counts;
	UInt n_counts;
	struct insn *insn[N_INSN_BUCKETS];
	struct insn *made; /* all of them, the latest first */
	UInt n_insns;      /* that were ever made */
	struct block *block[N_BUCKETS];
	struct line *line[N_BUCKETS];
	struct page *page[N_BUCKETS];
	struct module *module;
	UInt n_modules, cap_modules;
	UInt last_module;
};

/* The caches and TLB of instructions */
struct fetches {
	struct cache l1i, itlb;
	struct line **l1i_line; /* by way */
	struct page **itlb_page;
	ULong last_fetch; /* stamp of the last missed one */
	ULong code_came;  /* lines of code, to l1i, */
	ULong code_known; /* and until a line's branches are forgotten, */
	/* .. or its decoded operations, by lines of the same set of these */
	ULong code_decoded;
	UInt decoded_came[OP_SETS];
	ULong code_begun; /* code_came as the burst began */
	UInt last_miss;
};

#endif
