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
 * Valgrind's interface wants file-scope state: it is all in `sim`.
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
	N_HINTS = 256,  /* pages whose TLB entry need not be searched */
	MANY_WAYS = 16, /* more than these are not searched one by one */
	PART_OF_AGE = 8,
	LONGEST_WHILE = 1024,
	N_CHAINS = 1024,
	N_TRACKED = 8,        /* lines watched for the bytes used of them */
	N_SHARED = 2048,      /* lines watched for what threads do in them */
	STAMPS = 2,           /* of an access, which may touch two lines */
	BURST_BLOCKS = 90000, /* between samplings of strides */
	N_EVEX_STUBS = 4096,  /* chains of them */
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

/*
 * A line as sampled accesses of several threads saw it. Handovers are from one
 * thread to another with a write before or after, since two threads used the
 * same place of the line for the last time.
 */
struct shared_line {
	ULong line;
	ThreadId last;
	Bool wrote; /* the last thread, since it came */
	UChar handovers;
	UChar weight;    /* how often it was used, less what others took */
	ULong written;   /* which of those places */
	UShort user[64]; /* thread, by 64th of the line; 0: none yet */
};

struct tracked {
	struct mem_stat *mem;
	ULong way;
	ULong mask;
	UInt seen;
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

enum { N_OPERATIONS = Iop_LAST - Iop_INVALID };

enum { SYSTEM_FAULTS = 16 };

struct sim {
	/* options */
	struct geometry g_l1d, g_l1i, g_l2, g_l3;
	struct geometry g_dtlb1, g_dtlb2, g_itlb1, g_itlb2;
	Bool tlb2_unified, host_fma;
	Bool gshare_only;  /* not tage */
	Bool check_code;   /* is what VEX makes of it well formed? */
	Bool own_pieces;   /* pieces.h, where that can be done */
	Bool string_steps; /* each one counts, as callgrind has it */
	Int fetch_bytes, branch_bits, branch_history, target_history,
		target_bits;
	Int limit_s, sample_refs;
	Long deadline_s;
	Int owner; /* the process for which all this is done, or 0 */
	const HChar *spare_file; /* or NULL */
	Int spare_fd;            /* of it; below 0: it could not be opened */
	Bool sealed; /* the program may be killed for opening a file */
	const HChar *own_name;   /* what the program is called by; or NULL */
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
	/* by way: entry of dtlb, where a slot knows the line */
	UInt way_entry[NO_LINE + 1];
	UInt no_entry; /* one past those of dtlb */
	ULong keep_bits;
	ULong *dtlb_slots; /* by entry: groups of slots that point to it */
	UInt *hint;        /* page -> entry of dtlb */
	UInt bit_shift;    /* line number within a page -> bit */
	ULong page_mask;   /* lines of a page, less 1 */
	UChar *is_tracked; /* by way of l1d: index + 1 into tracked */
	struct tracked tracked[N_TRACKED];
	UInt track_in; /* misses until the next line is tracked */
	UInt random;
	Bool bursting;
	UInt burst, burst_left;

	/* the timing model */
	struct model *model;
	ULong model_at; /* a burst is due or lasts from then on; read by
	                 * translated code */
	Bool tracing;   /* accesses are recorded for it */
	struct level pte2, pte3; /* lines of page table entries */
	struct others others;

	struct fetches fetches;

	Bool wants_l3; /* the last line was not in L2 */
	struct level l2, l3, dtlb2, itlb2_own;
	struct level *itlb2;

	struct branches branches;

	/* memory for what stays until the end */
	UChar *free;
	SizeT room;
	SizeT near_used; /* of near_memory */

	struct program_code code;
	const IRExpr **definition; /* scratch: of the temporaries */
	UInt cap_definitions;
	struct registers *registers; /* scratch, too: registers.c, */
	struct pieces *pieces;       /* .. and pieces.c */
	UShort result[N_OPERATIONS]; /* types, see types.c; 0: not asked */

	UInt fma_at; /* offset of struct state's fma in the guest state */

	struct {
		Bool on_host; /* its instructions can be executed */
		Bool seen;    /* one was translated */
		struct evex_stub *stub[N_EVEX_STUBS];
		UChar *free; /* for the next stub, and how much there is */
		UInt room;
	} evex;

	/* what the operating system leaves in the caches, system.c */
	struct {
		Bool on;
		Int table;     /* of the pages: a file; below 0: none */
		ULong **known; /* by chunk: pages that were looked up */
		/* where nothing was there before, the last ones */
		Addr fault[SYSTEM_FAULTS];
		UInt n_faults;
	} system;

	struct clock clock;
	struct regions regions;
	struct threads by_thread;
	struct slices slices;
	struct ending ending;

	/* the run */
	UInt threads, live_threads;
	Bool exited;
	Int exit_code;
	Bool thread_seen;
	ULong last_burst;
	UInt looked; /* ms, when code_look was last called; 0: never */
	UInt looks;
	HChar *path_final, *path_temp;
	Int pid, ppid;

	struct shared_line shared_line[N_SHARED];
};

extern struct sim sim;

#endif
