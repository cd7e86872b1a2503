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
#include "kinds.h"
#include "tables.h"
#include "totals.h"
#include "slices.h"

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
	N_TRACKED = 8, /* lines watched for the bytes used of them */
	N_TARGETS = 8, /* targets remembered for an indirect branch */
	N_RAS = 32,    /* entries of the return stack */
	RAS_MASK = N_RAS * 8 - 1,
	N_BTB = 4096,            /* entries of the indirect target predictor */
	N_TARGET_TABLES = 3,     /* of the one by several histories */
	N_TARGET_ENTRIES = 2048, /* each */
	N_SHARED = 2048,         /* lines watched for what threads do in them */
	N_PIECE = 8,             /* lines of code that lie together */
	N_STRIDES = 4,           /* candidates for the dominant stride */
	N_HLL = 64,              /* registers; the error is about 13 % */
	N_TAGE = 4,              /* tables of different lengths of history */
	STAMPS = 2,              /* of an access, which may touch two lines */
	BURST_BLOCKS = 90000,    /* between samplings of strides */
	N_EVEX_STUBS = 4096,     /* chains of them */
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

enum { OP_SETS = 64 }; /* of the cache of decoded operations */

/*
 * What the inlined check knows of a line: it is in L1D and its page in DTLB1.
 * The check writes the line's stamp; that of the page lags and is
 * brought up to date when a page to replace is looked for.
 */
struct slot {
	ULong base;   /* address of the line, or NO_BASE */
	ULong *stamp; /* its stamp in l1d, or that of NO_LINE */
};

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

/* Strides between successive accesses, by sampling. */
struct stride {
	ULong last, low, high; /* low, high: of all that were seen */
	UInt burst;            /* in which last was seen */
	UInt total, falls;     /* falls: to a lower address */
	Long delta[N_STRIDES];
	UInt count[N_STRIDES];
};

struct mem_stat {
	ULong guarded[2]; /* accesses under a condition: loads, stores */
	ULong l1[2], l2[2], l3[2];
	ULong tlb1, tlb2;
	ULong lines, bytes; /* tracked lines, and the bytes used of them */
	/* HyperLogLogs of the lines fetched, and of the places for which */
	UChar hll[N_HLL], hll_places[N_HLL];
	struct stride *stride[2];
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
	UChar local, choose;
	struct tage_entry base;
	Char bias, choose_tage[2];
	ULong cond_msp;
	Addr last_target;
	ULong ind_msp;
	UInt n_targets;
	UInt target[N_TARGETS]; /* their lower halves */
	ULong cond, taken, ind;
	ULong jump, call, ret, ret_msp;
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

/* An instruction within a segment of a translation. */
struct entry {
	struct insn *insn;
	UShort segment;
	UShort executes; /* 1 in the segment in which it begins */
	UShort loads, stores;
	UShort fetches;
};

/* Where a translation can be left, between two segments. */
struct leave {
	struct branch_stat *branch; /* NULL: not a conditional branch */
	UShort segment;             /* the one before it */
	UChar inverted;             /* left means not taken */
	Addr falls_to;              /* left means: continues here, or 0 */
};

/* A data access within a translation; argument of the helpers. */
struct access {
	struct mem_stat *mem;
	UShort size;
	UChar store;
	struct access *inside; /* the next of those within its bytes */
	Int offset;            /* from the one that they are inside */
	struct access *along;  /* the next that is checked with the first */
	Int from_first;        /* the distance of their addresses */
};

struct line;
struct fetch {
	struct line *line;
	struct insn *insn;
	Bool second; /* the instruction began in the line before */
	UInt l1, l2, l3, tlb1, tlb2; /* missed; not yet added to insn */
	UInt first;                  /* see fetch_stat */
};

struct block {
	struct block *next;
	/* of those with code of a section that is watched; NULL: it has none */
	struct block *next_watched, **watched_link;
	Addr base;  /* address of the first instruction */
	Addr entry; /* what Valgrind knows it by */
	UInt n_segments, n_entries, n_leaves, n_fetches;
	ULong *count; /* by segment; there is room for so many */
	UInt room;
	struct entry *entries;
	struct leave *leaves;
	struct access *accesses;
	struct fetch *fetches;
	struct branch_stat *end; /* of the last instruction, or NULL */
	UChar end_kind;          /* enum end_kind */
	Bool end_indirect;       /* and its target is computed */
	Bool light;              /* translated while it was LIGHT */
	Bool apart;              /* it is in no region */
	Addr falls_to;           /* where it continues at the end, or 0 */
	/* for regions and threads: has it run since they were settled; what
	 * its segments had counted then, or NULL; for regions: what an
	 * execution of each is worth, or NULL */
	ULong *touched;
	struct block *next_touched;
	ULong *settled;
	struct worth *worth;
	struct description *description; /* for the timing model, or NULL */
};

enum end_kind { END_NONE, END_JUMP, END_CALL, END_RET };

/* Instruction lines and pages exist once, so that code can point to them. */
struct page {
	struct page *next;
	ULong number;
	ULong way; /* of itlb, or NO_WAY */
	struct lines *lines;
	Bool entered; /* itlb, once */
};

/* What translated code looks at; those of a page lie together. */
struct fetched {
	ULong here;  /* HERE while the line is in L1I and its page in ITLB1,
	                else 0: it is compared with the time, .. */
	ULong stamp; /* .. which is written to this */
};

struct line {
	struct fetched *at;
	struct line *next; /* of the same bucket */
	ULong number;
	ULong way;         /* of l1i, or NO_WAY */
	ULong came;        /* to l1i last, of sim.code_came; 0: never */
	UInt came_decoded; /* the same of its set of decoded operations */
	struct page *page;
	Bool entered; /* l1i, once */
};

/* Lines of a page, as they came; the last ones first. */
struct lines {
	struct fetched at[N_PIECE];
	struct line line[N_PIECE];
	UInt n;
	struct lines *next;
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

enum { LIMIT_POOLED = 32, LIMIT_COUNTS = 2048, LIMIT_NEAR = 48 << 20 };

enum {
	N_BUCKETS = 1 << 16,
	N_INSN_BUCKETS = 1 << 19,
	N_OPERATIONS = Iop_LAST - Iop_INVALID
};

enum { SYSTEM_FAULTS = 16 };

enum { N_CLOCKS = 12, CLOCK_THREADS = 1024 };

/* The time that the program sees, see clock.c. */
struct clock {
	Bool on;
	Int mhz;
	ULong miss_cycles[4]; /* L2, L3, memory; a mispredicted branch */
	ULong cost[8];        /* cycles, by MISS_L1 | MISS_L2 | MISS_L3 */
	ULong stall;          /* cycles, by what missed */
	ULong last_stamp, last_stall, rest;
	ULong ns, cpu_ns; /* elapsed, and of all threads */
	ULong thread_ns[CLOCK_THREADS];
	/* stall when it was watched, and what goes by in such stamps */
	ULong window_stamp, window_stall;
	ULong stall_1024;     /* of 1024 stamps, while it is LIGHT */
	Long start[N_CLOCKS]; /* what the system's clocks showed */
	ULong real_start;     /* ns */
	UInt waiting;         /* threads in system calls */
	struct waiter *waiter[CLOCK_THREADS];
	ULong idle_since; /* real ns, since all wait; 0: some thread runs */
	ThreadId idle_by;
	UWord switches;  /* of that thread until then */
	UInt idle_times; /* so much slower the program's time passes then */
	UInt children;   /* processes that may be waited for */
	Bool descendant; /* another simulated process started this one */
	struct timer *timer;
	Long shift;  /* of an absolute time to which a timer is set */
	ULong reads; /* how often the program asked */
};

/* What one execution of a segment adds to a region. */
struct worth {
	UShort exec, loads, stores, fetches;
	UShort fp[N_FP_TOTALS];
};

enum { REGION_TEXT = 128, REGION_DEEPEST = 128, REGION_CODES = 4 };

struct region_name {
	HChar text[REGION_TEXT];
	Int number;
};

/* A region in those that were open when it began; 0 is outside of all. */
struct region_node {
	UInt parent, region, depth;
	UInt child, next;
	ULong entries;
	ULong sum[N_TOTALS];
	ULong fp[N_FP_TOTALS];
};

/* Named parts of the program, see region.c. */
struct regions {
	Bool on;
	UInt n_codes; /* the library's own code, which is in no region */
	struct {
		Addr start, end;
	} code[REGION_CODES];
	struct region_name *name;
	UInt n_names, cap_names;
	struct region_node *node;
	UInt n_nodes, cap_nodes;
	UInt here[CLOCK_THREADS];   /* the node that a thread is in */
	UInt beyond[CLOCK_THREADS]; /* begins that opened no node */
	/* what blocks don't count: misses and the timing model's charges, so
	 * far and when last settled */
	ULong happened[N_TOTALS], settled[N_TOTALS];
};

/* What each thread executed, see threads.c. */
struct threads {
	Bool on;                    /* there was a second one */
	UInt running;               /* the one that runs, or did last */
	UInt number[CLOCK_THREADS]; /* of each that lives: 0 is the first */
	Bool taken[LIMIT_THREADS_TOLD];
	struct block *touched; /* since it was settled */
};

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
	ULong ras[N_RAS];
	ULong l1d_stamp[NO_LINE + 1] __attribute__((aligned(64)));
	UShort memo[1 << LIMIT_BRANCH_BITS_MAX];
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

	/* instructions */
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

	Bool wants_l3; /* the last line was not in L2 */
	struct level l2, l3, dtlb2, itlb2_own;
	struct level *itlb2;

	/* branches */
	ULong memo_mask; /* bits of the history that distinguish entries */
	UInt memo_bits;
	UChar *gshare;
	struct tage_entry *tage[N_TAGE];
	ULong tage_mask[N_TAGE]; /* their histories */
	UInt tage_bits;          /* log2 of their entries */
	UInt aging;
	Char trust_fresh; /* do new entries predict better than the others? */
	ULong path;       /* of indirect jumps: their last targets, */
	ULong target_mask[N_TARGET_TABLES]; /* so many of them, and */
	UInt target_shift;                  /* of a hash, to the entry */
	UInt past[N_TARGET_TABLES];         /* .. hashes of these */
	Addr *btb;
	/* one table after the other: what it was the last time; a tag and,
	 * lowest, how often in a row it was right */
	UInt target[N_TARGET_TABLES * N_TARGET_ENTRIES + 2];
	UShort target_state[N_TARGET_TABLES * N_TARGET_ENTRIES + 2];

	/* memory for what stays until the end */
	UChar *free;
	SizeT room;
	SizeT near_used; /* of near_memory */

	/* code */
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
	struct threads told;
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

/* command_line.c */
void sim_defaults(void);
Bool sim_option(const HChar *arg);
void sim_usage(void);
void sim_check_options(void);

/* code.c */
/* zeroes from the system, or the program ends */
void *system_memory(SizeT size);
void *forever(SizeT size); /* the same for small ones; never freed */
/* the same; below 2 GB while there is some left, for what translated code uses
 */
void *forever_near(SizeT size);
struct insn *insn_get(Addr addr, UInt size);
struct insn *insn_find(Addr addr);
struct mem_stat *insn_mem(struct insn *insn);
struct branch_stat *insn_branch(struct insn *insn);
struct block *block_new(UInt n_entries, UInt n_exits, UInt n_accesses,
                        UInt n_fetches);
void block_keep(struct block *block);
void block_discard(Addr entry, Addr base);
void code_unmapped(Addr start, SizeT len);
void code_fold(void);         /* adds what all translations counted */
void code_fold_watched(void); /* of those with code of a watched section */
void code_look(void);  /* what is executed from now on is late; after a fold */
void code_reset(void); /* all counts to zero, in a forked child */
struct line *line_get(Addr addr);

/* modules.c */
UInt module_of(Addr addr);
Bool module_unmapped(Addr start, Addr end);

/* instrument.c */
IRSB *sim_instrument(VgCallbackClosure *closure, IRSB *in,
                     const VexGuestLayout *layout, const VexGuestExtents *vge,
                     const VexArchInfo *host, IRType guest_word,
                     IRType host_word);

/* fma.c */
Bool fma_on_host(void);
/* evex_stub.c */
Bool evex_on_host(void);

/* fpclass.c */
struct fp_seen {
	UInt lanes[N_FP];
	UInt add, sub; /* lanes; an instruction may do both and select */
	UInt bits;
};
void fp_see(struct fp_seen *seen, IROp op);
void fp_settle(const struct fp_seen *seen, struct insn *insn);

/* caches.c */
void cache_init(struct cache *c, const struct geometry *g, Bool tlb);
void level_init(struct level *l, const struct geometry *g, Bool tlb);
void level_room(struct level *l);
ULong big_find(const struct cache *c, ULong tag);
void big_sort_in(struct cache *c, UInt way, UInt head);
void big_replace(struct cache *c, ULong way, ULong tag);
void big_touch(struct cache *c, ULong way);

/* data.c */
void data_init(void);
void data_finish(void);
void data_unlink(void); /* nothing may point into l1d and dtlb */
void data_burst(Bool on);
VG_REGPARM(3) void data_slow(struct access *access, Addr addr, ULong stamp);
VG_REGPARM(3) void data_group(struct access *access, Addr addr, ULong stamp);
void data_sized(struct access *a, Addr addr, UInt size, ULong stamp);
void data_string(struct access *a, Addr addr, UInt size, ULong stamp);
void data_some(struct access *a, Addr addr, UInt size, ULong stamp);
VG_REGPARM(3)
void data_guarded(struct access *access, Addr addr, ULong stamp);

/* cores.c */
void cores_run(ThreadId tid);

/* sample.c */
void sample_stride(struct mem_stat *mem, UInt store, Addr addr);
void sample_line(struct mem_stat *mem, ULong way);
void sample_bytes(UInt tracked, ULong way, Addr addr, UInt size);
void sample_evicted(UInt tracked, ULong way);
/* place: the address within the line */
void sample_distinct(struct mem_stat *mem, ULong hash, UInt place);
ULong sample_distinct_count(const UChar *hll);

/* data.c */
void data_empty_slots(void);

/* model_*.c: the timing model, see model.h */
void model_check_options(void);
/* Do bursts come, in this part of the run? */
Bool model_watches(void);
/* Was it given its numbers? */
Bool model_wanted(void);
/* The program asks for a line, while a burst lasts. */
void model_prefetch(Addr addr);
/* Does a burst follow this block, which is a string instruction? */
Bool model_string_begin(const struct block *block);
/* A part of it of so many bytes and steps; left: parts, with this one */
void model_string(struct block *block, UInt bytes, UInt steps, ULong left);
void model_string_end(struct block *block);
void model_stop(void);
void model_forked(void);
VG_REGPARM(2) void model_enter(struct block *block, ULong now);
void model_access(const struct access *access, Addr addr, UInt missed,
                  ULong stamp);
void model_fetch(struct insn *insn, UInt missed);
void model_forget(struct block *block);
void model_log_begin(void);
void model_log(const struct block *block, const struct access *access,
               Int offset, UInt size);
void model_log_again(void);

/* others.c */
void others_init(void);
Bool others_hit(Addr addr, ULong stamp);
Bool others_have(Addr addr);
void others_cost(ULong ticks);
void others_rate(ULong ticks, ULong stamps);

/* fetch.c */
void fetch_init(void);
void fetch_fold(struct fetch *fetch);
VG_REGPARM(2) void fetch_slow(struct fetch *fetch, ULong stamp);

/* Valgrind's, see light.c
 * NOLINTNEXTLINE(readability-identifier-naming) */
void vgPlain_discard_translations(Addr start, ULong len, const HChar *who);
/* NOLINTNEXTLINE(readability-identifier-naming) */
SysRes vgPlain_do_syscall(UWord number, UWord a, UWord b, UWord c, UWord d,
                          UWord e, UWord f, UWord g, UWord h);

/* branch.c */
void branch_init(void);
void indirect_init(void);
void branch_first_state(struct branch_stat *branch, Addr addr);
VG_REGPARM(3)
void branch_gshare(struct branch_stat *branch, UWord taken, ULong history);
VG_REGPARM(3)
void branch_tage(struct branch_stat *branch, UWord taken, ULong history);
VG_REGPARM(2) void branch_indirect(struct branch_stat *branch, Addr target);
VG_REGPARM(1) void branch_return_missed(struct branch_stat *branch);

/* light.c */
void light_happened(const struct insn *i, struct happened *all);
void light_switch(void);
void light_forget(void); /* what happened since it is WARMING */

/* clock.c */
void clock_init(void);
void clock_stop(ThreadId tid);
void clock_watches(Bool on);
void clock_start(ThreadId tid);
void clock_pre_syscall(ThreadId tid, UInt number, const UWord *args);
void clock_post_syscall(ThreadId tid, UInt number, UWord *args, SysRes res);
void clock_thread_exits(ThreadId tid);
void clock_forked(ThreadId tid);

/* How often a segment ran since it was settled. */
static inline ULong fresh(const struct block *b, UInt segment)
{
	return b->count[segment] - b->settled[segment];
}

extern const HChar *const total_name[N_TOTALS];

/* write.c */
void insn_counts(const struct insn *i, ULong v[N_TOTALS]);
void write_and_end(const HChar *end);
void out_open(void);
void out_write(const HChar *end);
void out_forked(void);

/* exec.c */
Bool exec_is_text(Addr a); /* that the program has */
void exec_own_name(ThreadId tid);
/* the same file by a descriptor that the program can't have */
Int exec_hide(Int fd);

enum { RLIMIT_FILE_SIZE = 1 }; /* the kernel's RLIMIT_FSIZE */

/* region.c */
Bool region_request(ThreadId tid, UWord *args, UWord *result);
Bool region_sees(Addr addr);
void region_add(struct block *block);
void region_add_happened(void);
void region_thread_ended(ThreadId tid);
void region_forget(struct block *block);
void region_reset(void);

#endif
