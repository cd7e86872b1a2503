/*
 * perfexpert-sim: what is counted of an instruction
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_INSN_H
#define PERFEXPERT_SIM_INSN_H

#include "pub_tool_basics.h"

#include "totals.h"

enum {
	N_TARGETS = 8, /* targets remembered for an indirect branch */
	N_STRIDES = 4, /* candidates for the dominant stride */
	N_HLL = 64,    /* registers; the error is about 13 % */
};

/* Strides between successive accesses, by sampling. */
struct stride {
	ULong last, low, high; /* low, high: of all that were seen */
	UInt burst;            /* in which last was seen */
	UInt total, falls;     /* falls: to a lower address */
	Long delta[N_STRIDES];
	UInt count[N_STRIDES];
};

/* By sampling: the store that wrote what is loaded, the most frequent one. */
struct flow {
	const struct insn *store;
	UInt weight; /* of that, less the others, as a majority vote counts */
	UInt seen, from; /* loads that were looked at, those from that store */
	ULong ahead;     /* its executions since, in all of those */
};

/* Of loads, by sampling: what the values would be as floating-point numbers */
struct values {
	UInt seen, zeros;      /* zeros: all of it is 0 */
	UInt small32, small64; /* one of them is subnormal */
};

struct mem_stat {
	const struct insn *insn;
	ULong guarded[2]; /* accesses under a condition: loads, stores */
	ULong l1[2], l2[2], l3[2];
	ULong tlb1, tlb2;
	ULong lines, bytes; /* tracked lines, and the bytes used of them */
	ULong conflicts, fetched; /* lines missed for want of a place, of all */
	/* HyperLogLogs of the lines fetched, and of the places for which */
	UChar hll[N_HLL], hll_places[N_HLL];
	struct stride *stride[2];
	struct flow *flow; /* of loads */
	UInt stored;       /* executions as a store, while flows are sampled */
	struct values values;
	/* sampled while several threads lived; of these, to lines that are
	 * falsely shared */
	ULong seen, shared;
};

struct fetch_stat {
	ULong l1, l2, l3, tlb1, tlb2;
	UInt first; /* MISS_..: one of these was its line's or page's first */
};

struct tage_entry {
	UShort tag;
	Char counter;
	UChar useful;
};

struct branch_stat {
	/* of the predictor, see branch.c */
	ULong mark; /* own_mark or none; read by translated code */
	ULong hash; /* of the address */
	UInt site;  /* a shorter one */
	UShort own_mark;
	UChar sure; /* predicted in a row */
	struct tage_entry base;
	Char bias, choose_tage[2];
	ULong cond_msp;
	Addr last_target;
	ULong ind_msp;
	UInt n_targets;
	UInt target[N_TARGETS]; /* their lower halves */
	ULong cond, taken, ind;
	ULong jump, call, ret, ret_msp;
	struct arguments *arguments; /* of calls, or NULL */
};

/* What is counted of an instruction only while it is watched. */
struct happened {
	ULong seen;
	ULong l1[2], l2[2], l3[2], tlb1, tlb2;
	struct fetch_stat fetch;
	ULong cond_msp, ind_msp, ret_msp;
};

struct insn {
	struct insn *next; /* of the same hash bucket */
	struct insn *next_made;
	Addr addr;
	UInt module;
	UInt bytes; /* hash of the instruction's bytes */
	UChar size;
	Bool retired;      /* of unmapped or overwritten code */
	UChar fp_bits;     /* widest operand of FP: 16, 32, 64, 80/128 */
	UChar lanes[N_FP]; /* 0: does not belong to the class */
	ULong exec, loads, stores;
	ULong seen;            /* of exec: while it was watched */
	struct happened *kept; /* what happened before it was warmed up */
	/* exec at looks, see code_look */
	ULong before, fourth_before, long_before;
	ULong fetches;   /* fetch blocks, before .. */
	ULong fell_into; /* .. those that the one before had fetched */
	struct mem_stat *mem;
	struct fetch_stat *fetch;
	struct branch_stat *branch;
	struct account *account; /* the timing model's, or NULL */
	struct shares *shares;   /* of threads, or NULL: only the first */
	UInt watched;            /* section of --watch, from 1; 0: none */
	struct insn *next_watched;
};

#endif
