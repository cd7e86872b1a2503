/*
 * perfexpert-sim: the clock that the program sees
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "clock.h"
#include "measure/collect/simulate/tool/translate/emit.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"
#elif defined(VGA_arm64)
#include "libvex_guest_arm64.h"
#else
#include "libvex_guest_ppc64.h"
#endif

/*
 * A program that runs for a fixed time would do a fraction of its work here.
 * With --clock-mhz its clock runs by an estimate of native cycles: a usual rate
 * for each instruction, and a part of each miss's latency, as much of that is
 * hidden. The cycles are divided by the number of runnable threads, since here
 * they run in turn. While all of them wait, the clock runs in real time
 * (waiting.c); timers expire by this clock (timers.c).
 *
 * The results of system calls that read a clock are overwritten with this time;
 * Valgrind hides the vdso, which has calls that need no system call.
 */

/* Cycles for each stamp: two are given for an access, line or block, but as
 * many as there are instructions at least. */
static ULong base_cycles(ULong stamps)
{
	return stamps * 3 / 8;
}

ULong clock_real_ns(void)
{
	struct vki_timeval now;

	VG_(gettimeofday)(&now, NULL);
	return (ULong)now.tv_sec * NS + (ULong)now.tv_usec * 1000;
}

void clock_init(void)
{
	struct clock *c = &sim.clock;

	c->on = c->mhz > 0;
	c->last_stamp = sim.now;
	c->descendant = sim.owner && VG_(getppid)() != sim.owner;
	c->real_start = clock_real_ns();
	for (UInt missed = 0; missed < 8; missed++)
		c->cost[missed] = missed & MISS_L3   ? c->miss_cycles[2] / 4
		                  : missed & MISS_L2 ? c->miss_cycles[1] / 3
		                  : missed & MISS_L1 ? c->miss_cycles[0] / 4
		                                     : 0;
	if (sim.g_l3.none) {
		for (UInt missed = 0; missed < 8; missed++) {
			if (missed & MISS_L2)
				c->cost[missed] = c->miss_cycles[2] / 4;
		}
	}
}

/* What was done since the last time goes by. */
static void advance(ThreadId tid, ULong now)
{
	struct clock *c = &sim.clock;
	const ULong stamps = now - c->last_stamp;

	if (sim.slices.mode == LIGHT)
		c->stall += stamps * c->stall_1024 / 1024;
	const ULong cycles = base_cycles(stamps) + c->stall - c->last_stall;
	const UInt running = sim.live_threads > c->waiting
	                             ? sim.live_threads - c->waiting
	                             : 1;
	/* in units of 1/mhz ns, so that nothing is lost */
	const ULong work = cycles * 1000 + c->rest;
	const ULong ns = work / (ULong)c->mhz;

	c->rest = work % (ULong)c->mhz;
	c->last_stamp = now;
	c->last_stall = c->stall;
	c->cpu_ns += ns;
	c->ns += ns / running;
	if (tid < CLOCK_THREADS)
		c->thread_ns[tid] += ns;
}

void clock_stop(ThreadId tid)
{
	if (sim.clock.on)
		advance(tid, sim.now);
}

/* Fast-forwarded code waits for memory as much as the code watched last */
void clock_watches(Bool on)
{
	struct clock *c = &sim.clock;
	const ULong stamps = sim.now - c->window_stamp;

	if (on) {
		c->window_stamp = sim.now;
		c->window_stall = c->stall;
	} else if (stamps) {
		c->stall_1024 = (c->stall - c->window_stall) * 1024 / stamps;
	}
}

/* ---- results of system calls ---- */

Bool clock_readable(const void *p, SizeT n)
{
	return p && VG_(am_is_valid_for_client)((Addr)p, n, VKI_PROT_READ);
}

Bool clock_writable(const void *p, SizeT n)
{
	return p && VG_(am_is_valid_for_client)((Addr)p, n,
	                                        VKI_PROT_READ | VKI_PROT_WRITE);
}

static Long real_elapsed(void)
{
	return (Long)(clock_real_ns() - sim.clock.real_start);
}

/* How far the program's clock lags. */
Long clock_behind(void)
{
	return real_elapsed() - (Long)sim.clock.ns;
}

/* The value of a system clock at the start is computed at its first reading. */
static Long since_start(UWord id, Long real)
{
	Long *start = &sim.clock.start[id < N_CLOCKS ? id : 0];

	if (!*start)
		*start = real - real_elapsed();
	return *start + (Long)sim.clock.ns;
}

void clock_set(struct vki_timespec *t, Long ns)
{
	t->tv_sec = ns / NS;
	t->tv_nsec = ns % NS;
}

/* An absolute time that comes no more, s */
static const Long never = 4000000000;

Long clock_get(const struct vki_timespec *t)
{
	return (t->tv_sec < never ? (Long)t->tv_sec : never) * NS + t->tv_nsec;
}

Long clock_shift(struct vki_timespec *t, Long by)
{
	if (t->tv_sec < 0 || t->tv_sec >= never || t->tv_nsec < 0 ||
	    t->tv_nsec >= NS)
		return 0;
	const Long at = clock_get(t);

	if (at + by < 1)
		by = 1 - at;
	clock_set(t, at + by);
	return by;
}

void clock_unshift(struct vki_timespec *t, Long by)
{
	if (by)
		clock_set(t, clock_get(t) - by);
}

static void answer_clock(ThreadId tid, UWord id, struct vki_timespec *t)
{
	if (!clock_writable(t, sizeof *t))
		return;
	sim.clock.reads++;
	if (id == CLOCK_OF_PROCESS)
		clock_set(t, (Long)sim.clock.cpu_ns);
	else if (id == CLOCK_OF_THREAD)
		clock_set(t, tid < CLOCK_THREADS
		                     ? (Long)sim.clock.thread_ns[tid]
		                     : (Long)sim.clock.cpu_ns);
	else if (id < N_CLOCKS)
		clock_set(t, since_start(id, clock_get(t)));
}

static void answer_day(struct vki_timeval *t)
{
	if (!clock_writable(t, sizeof *t))
		return;
	const Long ns =
		since_start(0, (Long)t->tv_sec * NS + (Long)t->tv_usec * 1000);

	sim.clock.reads++;
	t->tv_sec = ns / NS;
	t->tv_usec = ns % NS / 1000;
}

void clock_set_result(ThreadId tid, ULong value)
{
#if defined(VGA_amd64)
	const PtrdiffT result = offsetof(VexGuestAMD64State, guest_RAX);
#elif defined(VGA_arm64)
	const PtrdiffT result = offsetof(VexGuestARM64State, guest_X0);
#else
	const PtrdiffT result = offsetof(VexGuestPPC64State, guest_GPR3);
#endif
	VG_(set_shadow_regs_area)
	(tid, 0, result, sizeof value, (const UChar *)&value);
}

#if defined(__NR_time)
static void answer_seconds(ThreadId tid, UWord *where, SysRes res)
{
	const Long s = since_start(0, (Long)sr_Res(res) * NS) / NS;

	sim.clock.reads++;
	if (clock_writable(where, sizeof *where))
		*where = (UWord)s;
	clock_set_result(tid, (ULong)s);
}
#endif

/* struct tms: the time of the process, in ticks of 1/100 s */
static void answer_ticks(ThreadId tid, UWord *tms, SysRes res)
{
	const ULong tick = NS / 100;
	const ULong before = sr_Res(res) - (UWord)(clock_behind() / (Long)tick);

	sim.clock.reads++;
	if (clock_writable(tms, 4 * sizeof *tms)) {
		tms[0] = sim.clock.cpu_ns / tick;
		tms[1] = 0;
	}
	clock_set_result(tid, before);
}

/* struct rusage begins with the time as a user and in the system */
static void answer_usage(Long who, struct vki_timeval *t)
{
	if (who != 0 || !clock_writable(t, 2 * sizeof *t))
		return;
	sim.clock.reads++;
	t[0].tv_sec = (Long)(sim.clock.cpu_ns / NS);
	t[0].tv_usec = (Long)(sim.clock.cpu_ns % NS / 1000);
	t[1].tv_sec = t[1].tv_usec = 0;
}

void clock_start(ThreadId tid)
{
	if (!sim.clock.on)
		return;
	waiting_runs(tid);
	timers_look();
}

void clock_pre_syscall(ThreadId tid, UInt number, const UWord *args)
{
	if (!sim.clock.on)
		return;
	timers_pre(number, args);
	waiting_pre(tid, number, args);
}

static void answer(ThreadId tid, UInt number, UWord *args, SysRes res)
{
	switch (number) {
	case __NR_clock_gettime:
		answer_clock(tid, args[0], (struct vki_timespec *)args[1]);
		break;
	case __NR_gettimeofday:
		answer_day((struct vki_timeval *)args[0]);
		break;
#if defined(__NR_time)
	case __NR_time:
		answer_seconds(tid, (UWord *)args[0], res);
		break;
#endif
	case __NR_times:
		answer_ticks(tid, (UWord *)args[0], res);
		break;
	case __NR_getrusage:
		answer_usage((Int)args[0], (struct vki_timeval *)args[1]);
		break;
	default:
		break;
	}
}

void clock_post_syscall(ThreadId tid, UInt number, UWord *args, SysRes res)
{
	if (!sim.clock.on)
		return;
	waiting_post(tid, number, args, res);
	timers_post(tid, number, args, res);
	if (!sr_isError(res))
		answer(tid, number, args, res);
}

void clock_forked(ThreadId tid)
{
	if (!sim.clock.on)
		return;
	timers_forked();
	waiting_forked(tid);
}

void clock_thread_exits(ThreadId tid)
{
	if (sim.clock.on)
		waiting_exits(tid);
}

/* ---- the processor's counter ---- */

#if defined(VGA_amd64)
static ULong ticks(ULong now, ULong asked)
{
	struct clock *c = &sim.clock;
	const ULong since =
		base_cycles(now - c->last_stamp) + c->stall - c->last_stall;

	c->reads += asked;
	return c->ns * (ULong)c->mhz / 1000 + since;
}

static VG_REGPARM(2) ULong read_counter(ULong now, ULong asked)
{
	return ticks(now, asked);
}

static VG_REGPARM(3) void read_counter_p(VexGuestAMD64State *guest, ULong now,
                                         ULong asked)
{
	const ULong t = ticks(now, asked);

	guest->guest_RAX = (UInt)t;
	guest->guest_RDX = t >> 32;
	guest->guest_RCX = 0; /* the first processor */
}

/* The dynamic linker times itself in every program, which is not asking. */
static Bool is_linker(Addr addr)
{
	const HChar *path = sim.code.module[module_of(addr)].path;
	const HChar *name = VG_(strrchr)(path, '/');

	name = name ? name + 1 : path;
	return VG_(strncmp)(name, "ld-linux", 8) == 0 ||
	       VG_(strncmp)(name, "ld-musl", 7) == 0 ||
	       VG_(strncmp)(name, "ld.so", 5) == 0;
}

/* Puts ours in the place of the helpers for rdtsc and rdtscp. */
Bool clock_takes(struct emit *e, const IRDirty *d)
{
	if (!sim.clock.on)
		return False;
	const Bool plain = VG_STREQ(d->cee->name, "amd64g_dirtyhelper_RDTSC");

	if (!plain && !VG_STREQ(d->cee->name, "amd64g_dirtyhelper_RDTSCP"))
		return False;
	IRExpr *now = emit_stamp(e);
	IRExpr *asked =
		IRExpr_Const(IRConst_U64(is_linker(e->block->base) ? 0 : 1));
	IRDirty *own = emptyIRDirty();

	*own = *d;
	if (plain) {
		own->cee = mkIRCallee(2, "read_counter",
		                      VG_(fnptr_to_fnentry)(read_counter));
		own->args = mkIRExprVec_2(now, asked);
	} else {
		own->cee = mkIRCallee(3, "read_counter_p",
		                      VG_(fnptr_to_fnentry)(read_counter_p));
		own->args = mkIRExprVec_3(IRExpr_GSPTR(), now, asked);
	}
	addStmtToIRSB(e->out, IRStmt_Dirty(own));
	return True;
}
#else
Bool clock_takes(struct emit *e, const IRDirty *d)
{
	(void)e;
	(void)d;
	return False;
}
#endif
