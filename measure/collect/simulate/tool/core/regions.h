/*
 * perfexpert-sim: what the program does by region, by thread and in its own
 * time
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_REGIONS_H
#define PERFEXPERT_SIM_REGIONS_H

#include "pub_tool_basics.h"

#include "arch/limits.h"
#include "block.h"
#include "totals.h"

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
	UInt idle_times; /* slowdown of the program's clock meanwhile */
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

#endif
