/*
 * perfexpert-sim: time as the program sees it, between clock.c, waiting.c and
 * timers.c
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_CLOCK_H
#define PERFEXPERT_SIM_CLOCK_H

#include "measure/collect/simulate/tool/core/sim.h"
#include "pub_tool_vki.h"

enum { NS = 1000000000, US = 1000000 };

/* Of a CPU: see clock_gettime(2). */
enum { CLOCK_OF_PROCESS = 2, CLOCK_OF_THREAD = 3 };

/* Flag of clock_nanosleep, timer_settime, timerfd_settime. */
enum { TIMER_ABSOLUTE = 1 };

/* What another process that is simulated as well takes longer, about. */
enum { CHILD_TIMES = 32 };

/* The core's; in no header of tools. */
SysRes VG_(do_syscall)(UWord number, UWord a1, UWord a2, UWord a3, UWord a4,
                       UWord a5, UWord a6, UWord a7, UWord a8);

/* clock.c */
ULong clock_real_ns(void);
/* May the tool write (or read) that memory of the program? */
Bool clock_writable(const void *p, SizeT n);
Bool clock_readable(const void *p, SizeT n);
/* How far the program's clock lags the real one, ns. */
Long clock_behind(void);
void clock_set(struct vki_timespec *t, Long ns);
Long clock_get(const struct vki_timespec *t);
/* Moves an absolute time, which is not turned off by that; how far, ns: that
 * can be taken back. One that is never, or wrong, stays what it is. */
Long clock_shift(struct vki_timespec *t, Long by);
void clock_unshift(struct vki_timespec *t, Long by);
void clock_set_result(ThreadId tid, ULong value);

/* waiting.c */
void waiting_pre(ThreadId tid, UInt number, const UWord *args);
void waiting_post(ThreadId tid, UInt number, const UWord *args, SysRes res);
void waiting_runs(ThreadId tid);
void waiting_exits(ThreadId tid);
void waiting_forked(ThreadId tid);

/* timers.c */
/* Call when time has passed: what is due goes off. */
void timers_look(void);
/* The kernel's timers run, the program's seconds times as slowly; all threads
 * wait until timers_stop. */
void timers_run(UInt times);
void timers_stop(void);
/* What a call sets or asks for, before and after the kernel does it. */
void timers_pre(UInt number, const UWord *args);
void timers_post(ThreadId tid, UInt number, const UWord *args, SysRes res);
Bool timers_call(UInt number); /* it sets or reads timers */
void timers_forked(void);

#endif
