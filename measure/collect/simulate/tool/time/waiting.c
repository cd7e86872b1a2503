/*
 * perfexpert-sim: time that passes while the program waits
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "clock.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_vkiscnums.h"

#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"
#endif

/*
 * While all threads are in system calls, the program's clock runs in real time.
 * A call with a time limit is made with that limit. If other threads worked
 * meanwhile, its limit may not have passed by the program's clock when the call
 * returns: then the thread makes it again. An absolute limit is shifted to the
 * real clock during the call.
 *
 * A process that is simulated as well takes longer: while the program waits for
 * one, its clock is CHILD_TIMES slower, which is about a simulation's slowdown.
 */

enum {
	AS_GOOD = 64,     /* of what is waited for, so small a part may lack */
	FEW_NS = 20000,   /* or this */
	USAGE_WORDS = 18, /* struct rusage */
	USAGE_SWITCHES = 16, /* in it: the thread gave its processor up */
	USAGE_OF_THREAD = 1,
	SET_WORDS = 16,      /* of select: files below 1024 */
	WAITING_ENDED = 110, /* ETIMEDOUT, which is in no header of tools */
};

enum { FUTEX_COMMAND = 127, FUTEX_WAIT = 0, FUTEX_WAIT_UNTIL = 9 };

struct waiter {
	Bool in_call;
	Bool again; /* the call is repeated */
	UInt number;
	Addr sp;
	ULong since; /* by the program's clock, when it was first made */
	Long wanted; /* ns; 0: no limit, or an absolute one */
	Bool shifted;
	Long shift;
	UWord limit[2]; /* as it was: the kernel may change it */
	UWord sets[3][SET_WORDS];
};

static struct waiter *waiter_of(ThreadId tid)
{
	if (tid >= CLOCK_THREADS)
		return NULL;
	if (!sim.clock.waiter[tid])
		sim.clock.waiter[tid] =
			VG_(calloc)("sim.waiter", 1, sizeof(struct waiter));
	return sim.clock.waiter[tid];
}

/* ---- what calls wait for ---- */

static Bool is_sleep(UInt number)
{
	return number == __NR_nanosleep || number == __NR_clock_nanosleep;
}

/* The absolute time that a call waits for, which the kernel takes as real. */
static struct vki_timespec *until(UInt number, const UWord *args)
{
	struct vki_timespec *t = NULL;

	if (number == __NR_clock_nanosleep && (args[1] & TIMER_ABSOLUTE) &&
	    args[0] != CLOCK_OF_PROCESS && args[0] != CLOCK_OF_THREAD)
		t = (struct vki_timespec *)args[2];
	if (number == __NR_futex &&
	    (args[1] & FUTEX_COMMAND) == FUTEX_WAIT_UNTIL)
		t = (struct vki_timespec *)args[3];
	return clock_writable(t, sizeof *t) ? t : NULL;
}

/* Where a call has its limit, if that is relative and in memory. */
static UWord *relative(UInt number, const UWord *args)
{
	UWord at = 0;

	switch (number) {
	case __NR_nanosleep:
		at = args[0];
		break;
	case __NR_clock_nanosleep:
		at = args[1] & TIMER_ABSOLUTE ? 0 : args[2];
		break;
	case __NR_futex:
		at = (args[1] & FUTEX_COMMAND) == FUTEX_WAIT ? args[3] : 0;
		break;
	case __NR_ppoll:
	case __NR_rt_sigtimedwait:
		at = args[2];
		break;
#if defined(__NR_select)
	case __NR_select:
#endif
	case __NR_pselect6:
		at = args[4];
		break;
	default:
		break;
	}
	return clock_readable((void *)at, 2 * sizeof(UWord)) ? (UWord *)at
	                                                     : NULL;
}

/* The same in milliseconds, in a register; 0: none. */
static Long relative_ms(UInt number, const UWord *args)
{
	switch (number) {
#if defined(__NR_poll)
	case __NR_poll:
		return (Int)args[2] > 0 ? (Int)args[2] : 0;
#endif
#if defined(__NR_epoll_wait)
	case __NR_epoll_wait:
#endif
	case __NR_epoll_pwait:
		return (Int)args[3] > 0 ? (Int)args[3] : 0;
	default:
		return 0;
	}
}

static Bool is_select(UInt number)
{
#if defined(__NR_select)
	if (number == __NR_select)
		return True;
#endif
	return number == __NR_pselect6;
}

/* How long a call waits at most, ns; 0: as long as it takes. */
static Long wanted_ns(UInt number, const UWord *args, const UWord *limit)
{
	const Long ms = relative_ms(number, args);
	Long unit = 1;

#if defined(__NR_select)
	if (number == __NR_select)
		unit = 1000;
#endif
	if (ms)
		return ms * US;
	if (!limit || limit[0] > 1000000000)
		return 0;
	return (Long)limit[0] * NS + (Long)limit[1] * unit;
}

/* Did it come back since its time was over? */
static Bool timed_out(UInt number, SysRes res)
{
	if (number == __NR_futex)
		return sr_isError(res) && sr_Err(res) == WAITING_ENDED;
	if (number == __NR_rt_sigtimedwait)
		return sr_isError(res) && sr_Err(res) == VKI_EAGAIN;
	return !sr_isError(res) && (is_sleep(number) || sr_Res(res) == 0);
}

/* ---- a call that is made again ---- */

/* Files of select, which the kernel empties; False: too many. */
static Bool keep_sets(struct waiter *w, const UWord *args, Bool back)
{
	const SizeT words = (args[0] + 63) / 64;

	if (words > SET_WORDS)
		return False;
	for (UInt i = 0; words && i < 3; i++) {
		UWord *set = (UWord *)args[1 + i];

		if (!clock_writable(set, words * sizeof *set))
			continue;
		if (back)
			VG_(memcpy)(set, w->sets[i], words * sizeof *set);
		else
			VG_(memcpy)(w->sets[i], set, words * sizeof *set);
	}
	return True;
}

static void make_again(ThreadId tid, struct waiter *w, UInt number,
                       const UWord *args)
{
#if defined(VGA_amd64)
	UWord *limit = relative(number, args);
	Addr ip = VG_(get_IP)(tid) - 2;
	const UWord nr = number;

	/* what the kernel counts down */
	if (limit && !is_sleep(number) && number != __NR_futex &&
	    number != __NR_rt_sigtimedwait &&
	    clock_writable(limit, sizeof w->limit))
		VG_(memcpy)(limit, w->limit, sizeof w->limit);
	if (is_select(number))
		keep_sets(w, args, True);
	/* on to the instruction that called */
	VG_(set_shadow_regs_area)
	(tid, 0, offsetof(VexGuestAMD64State, guest_RIP), sizeof ip,
	 (const UChar *)&ip);
	VG_(set_shadow_regs_area)
	(tid, 0, offsetof(VexGuestAMD64State, guest_RAX), sizeof nr,
	 (const UChar *)&nr);
	w->again = True;
#else
	(void)tid;
	(void)w;
	(void)number;
	(void)args;
#endif
}

/* By the program's clock, how much of the wait is still to come. */
static Long lacks(const struct waiter *w)
{
	const Long waited = (Long)(sim.clock.ns - w->since);
	Long rest = 0;

	if (w->shifted)
		rest = clock_behind() - w->shift;
	else if (w->wanted)
		rest = w->wanted - waited;
	return rest > FEW_NS && rest > waited / AS_GOOD ? rest : 0;
}

/* ---- all of them wait ---- */

/* How often this thread waited. */
static UWord switches(void)
{
	UWord usage[USAGE_WORDS] = { 0 };

	VG_(do_syscall)
	(__NR_getrusage, USAGE_OF_THREAD, (UWord)usage, 0, 0, 0, 0, 0, 0);
	return usage[USAGE_SWITCHES];
}

static void begin_idle(ThreadId tid, UInt number)
{
	struct clock *c = &sim.clock;

	c->idle_since = clock_real_ns();
	c->idle_by = tid;
	c->switches = switches();
	c->idle_times = !is_sleep(number) && (c->children || c->descendant)
	                        ? CHILD_TIMES
	                        : 1;
	timers_run(c->idle_times);
}

/* Time passed if it waited; the way through Valgrind is not the program's. */
static void end_idle(ThreadId tid)
{
	struct clock *c = &sim.clock;

	if (!c->idle_since)
		return;
	const ULong now = clock_real_ns();

	if (now > c->idle_since &&
	    (tid != c->idle_by || switches() != c->switches))
		c->ns += (now - c->idle_since) / c->idle_times;
	c->idle_since = 0;
	timers_stop();
}

static void leave(ThreadId tid, struct waiter *w)
{
	end_idle(tid);
	if (w->in_call && sim.clock.waiting)
		sim.clock.waiting--;
	w->in_call = False;
}

/* Calls that never wait, and are made often. */
static Bool immediate(UInt number)
{
	switch (number) {
	case __NR_clock_gettime:
	case __NR_gettimeofday:
	case __NR_getrusage:
	case __NR_times:
	case __NR_brk:
	case __NR_mmap:
	case __NR_munmap:
	case __NR_exit:
	case __NR_exit_group:
	case __NR_execve:
#if defined(__NR_time)
	case __NR_time:
#endif
		return True;
	default:
		return timers_call(number);
	}
}

void waiting_pre(ThreadId tid, UInt number, const UWord *args)
{
	struct clock *c = &sim.clock;
	struct waiter *w = waiter_of(tid);

	if (!w || immediate(number))
		return;
	const Addr sp = VG_(get_SP)(tid);
	struct vki_timespec *t = until(number, args);
	const UWord *limit = relative(number, args);

	if (!w->again || w->number != number || w->sp != sp) {
		w->number = number;
		w->sp = sp;
		w->since = c->ns;
		w->wanted = wanted_ns(number, args, limit);
		if (limit)
			VG_(memcpy)(w->limit, limit, sizeof w->limit);
		if (is_select(number) && !keep_sets(w, args, False))
			w->wanted = 0;
	}
	w->again = False;
	w->shifted = t != NULL;
	if (t)
		w->shift = clock_shift(t, clock_behind());
	if (!w->in_call)
		c->waiting++;
	w->in_call = True;
	if (c->waiting >= sim.live_threads)
		begin_idle(tid, number);
}

/* Processes that come and go. */
static void count_children(UInt number, const UWord *args, SysRes res)
{
	struct clock *c = &sim.clock;

	if (sr_isError(res) || (Long)sr_Res(res) < 0)
		return;
	switch (number) {
#if defined(__NR_fork)
	case __NR_fork:
	case __NR_vfork:
		c->children += sr_Res(res) > 0;
		break;
#endif
	case __NR_clone:
		c->children += sr_Res(res) > 0 && !(args[0] & VKI_CLONE_THREAD);
		break;
	case __NR_wait4:
		if (sr_Res(res) > 0 && c->children)
			c->children--;
		break;
	case __NR_waitid:
		if (c->children)
			c->children--;
		break;
	default:
		break;
	}
}

void waiting_post(ThreadId tid, UInt number, const UWord *args, SysRes res)
{
	struct waiter *w = waiter_of(tid);
	struct vki_timespec *t = until(number, args);

	count_children(number, args, res);
	if (!w || !w->in_call)
		return;
	leave(tid, w);
	if (w->shifted && t)
		clock_unshift(t, w->shift);
	if (timed_out(number, res) && lacks(w))
		make_again(tid, w, number, args);
}

/* It runs; also after a signal ended its call, which is not reported to us. */
void waiting_runs(ThreadId tid)
{
	if (tid < CLOCK_THREADS && sim.clock.waiter[tid])
		leave(tid, sim.clock.waiter[tid]);
}

void waiting_exits(ThreadId tid)
{
	waiting_runs(tid);
	if (tid < CLOCK_THREADS && sim.clock.waiter[tid])
		sim.clock.waiter[tid]->again = False;
}

/* The child has one thread, which comes back from the call. */
void waiting_forked(ThreadId tid)
{
	struct clock *c = &sim.clock;

	for (UInt i = 0; i < CLOCK_THREADS; i++) {
		if (c->waiter[i])
			c->waiter[i]->in_call = i == tid;
	}
	c->waiting = 1;
	c->children = 0;
	c->descendant = True;
	c->idle_since = 0;
}
