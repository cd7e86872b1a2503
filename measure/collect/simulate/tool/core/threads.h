/*
 * perfexpert-sim: what each thread executed, see threads.c
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_THREADS_H
#define PERFEXPERT_SIM_THREADS_H

#include "sim.h"

struct share {
	UInt thread;
	ULong exec;
};

struct shares {
	UInt n, cap, last; /* last: the one that was looked for */
	struct share *of;
};

void threads_made(ThreadId child);
void threads_ended(ThreadId tid);
void threads_begin(void); /* while no thread runs */
void threads_running(ThreadId tid);
void threads_settle(void);
void threads_folded(struct block *block);
void threads_forget(struct block *block);
void threads_forked(void);
VG_REGPARM(1) void threads_touch(struct block *block);

static inline UInt thread_at(ThreadId tid)
{
	return tid < CLOCK_THREADS ? tid : 0;
}

#endif
