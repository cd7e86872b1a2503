/*
 * perfexpert-sim: what the parts of the Valgrind tool share
 *
 * Copyright (C) 2026 The PerfExpert authors
 *
 * This program is free software; you can redistribute it and/or modify it
 * under the terms of the GNU General Public License as published by the Free
 * Software Foundation; either version 2 of the License, or (at your option)
 * any later version. It comes WITHOUT ANY WARRANTY. See COPYING.
 *
 * One pass over the program counts, for every guest instruction, what it
 * executed, loaded, stored and computed, and simulates caches, TLBs and
 * branch prediction. Invariants:
 * - All that is counted belongs to a struct insn, keyed by guest address.
 *   Translations (struct block) hold only pointers to it and counters that
 *   fold_block() adds to it when they are discarded or written.
 * - First-level caches and TLBs are true LRU by time stamps: an access that
 *   hits only writes its stamp, which the translated code does inline.
 * Valgrind's interface wants file-scope state: what rooms share is in `sim`,
 * and `own` is that of one file.
 */
#ifndef PERFEXPERT_SIM_H
#define PERFEXPERT_SIM_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "arch/limits.h"
#include "branches.h"
#include "code.h"
#include "kinds.h"
#include "regions.h"
#include "rooms.h"
#include "slices.h"
#include "tables.h"
#include "totals.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

#define NO_TAG (~0ULL)
#define NO_WAY (~0ULL)
/* Later than all stamps. */
#define HERE (~0ULL)
/* Stamp of ways that are only there to fill a set up. */
#define PADDING (~0ULL >> 16)
/* A fast slot with this base matches no address of user space. */
#define NO_BASE (1ULL << 63)

enum {
	SLOT_BITS = 11,
	N_SLOTS = 1 << SLOT_BITS, /* lines that the inlined check can know */
	SLOT_SHIFT = 4,           /* log2 of sizeof(struct slot) */
	SLOT_FACTOR = 66721,      /* where a line's slot is: slot_of() */
	SLOT_FRACTION = 16,
	NO_LINE = LIMIT_L1_LINES, /* where stamps of empty slots go */
	STAMPS = 2,               /* of an access, which may touch two lines */
};

/* What an access missed; one access counts once for each level. */
enum {
	MISS_L1 = 1,
	MISS_L2 = 2,
	MISS_L3 = 4,
	MISS_TLB1 = 8,
	MISS_TLB2 = 16,
	MISS_PTE2 = 32,     /* a page table entry is not in L2, .. */
	MISS_PTE3 = 64,     /* .. not in L3; for the timing model only */
	MISS_BRANCHES = 32, /* of code instead: not for so long that its
	                     * branches are forgotten; .. */
	KEPT_DECODED = 64,  /* .. it was there before the burst, and not so long
	                     * ago that it would have to be decoded again */
	MISS_OTHERS = 128,  /* L3, as others pushed it out; the same */
};

/*
 * What the inlined check knows of a line: it is in L1D and its page in DTLB1.
 * The check writes the line's stamp; that of the page lags and is
 * brought up to date when a page to replace is looked for.
 */
struct slot {
	ULong base;   /* address of the line, or NO_BASE */
	ULong *stamp; /* its stamp in l1d, or that of NO_LINE */
};

/* An operand of fused multiply-adds, by lane. */
union fma_operand {
	double d[4];
	float f[8];
};

/* Registers that VEX does not have; the lower halves are its YMMs. */
struct evex_state {
	UChar high[16][32]; /* bits 256 to 511 of ZMM0 to ZMM15 */
	UChar zmm[16][64];  /* ZMM16 to ZMM31 */
	ULong mask[8];
};

/*
 * What nearly every block changes lies in the first shadow of the guest state,
 * which is per thread and a short address away. `now` is carried from thread
 * to thread when they are switched.
 */
struct state {
	ULong now;
	ULong history; /* outcomes of conditional branches, from bit 1 */
	ULong ras_top; /* byte offset into ras */
	union fma_operand fma[3];
	struct evex_state evex;
};

struct sim {
	/* options */
	struct geometry g_l1d, g_l1i, g_l2, g_l3;
	struct geometry g_dtlb1, g_dtlb2, g_itlb1, g_itlb2;
	Bool tlb2_unified, host_fma;
	Bool check_code;   /* is what VEX makes of it well formed? */
	Bool own_pieces;   /* pieces.h, where that can be done */
	Bool string_steps; /* each one counts, as callgrind has it */
	Int fetch_bytes, branch_bits, branch_history, target_history,
		target_bits;
	Int limit_s, sample_refs;
	Long deadline_s;
	Int owner; /* the process for which all this is done, or 0 */
	const HChar *spare_file; /* or NULL */
	Bool sealed; /* the program may be killed for opening a file */
	const HChar *own_name; /* what the program is called by; or NULL */
	Bool one_of_several;   /* it forked, or is a fork */
	Bool is_child;         /* it was forked by one that is simulated */
	Bool children; /* simulate the programs that such processes execute */
	const HChar *kinds_file; /* or NULL */
	Int kinds_fd;            /* of it; below 0: there is none */
	struct kind_place kind;
	const HChar *out_file;

	/* what translated code reads and writes */
	struct slot slot[N_SLOTS];
	ULong l1d_stamp[NO_LINE + 1] __attribute__((aligned(64)));
	ULong now; /* stamps given so far, while no thread runs */

	/* data */
	struct cache l1d, dtlb;
	UChar *is_tracked; /* by way of l1d: index + 1 into tracked */
	UInt track_in;     /* misses until the next line is tracked */
	UInt random;
	UInt burst;

	/* the timing model */
	struct model *model;
	ULong model_at; /* a burst is due or lasts from then on; read by
	                 * translated code */
	Bool tracing;   /* accesses are recorded for it */
	struct level pte2, pte3; /* lines of page table entries */
	struct others others;

	struct fetches fetches;

	Bool wants_l3; /* the last line was not in L2 */
	struct level l2, l3, dtlb2;
	struct level *itlb2; /* dtlb2, or of code alone */

	struct branches branches;

	struct program_code code;

	UInt fma_at; /* offset of struct state's fma in the guest state */

	struct clock clock;
	struct regions regions;
	struct threads by_thread;
	struct slices slices;
	struct ending ending;

	/* the run */
	UInt threads, live_threads;
	UInt looked; /* ms, when code_look was last called; 0: never */
};

extern struct sim sim;

#endif
