/*
 * perfexpert-sim: timers that go off by the program's clock
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "clock.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

/*
 * alarm, setitimer, timer_settime, timerfd_settime: the setting is moved from
 * the kernel's timer to here at once. When it is due by the program's clock,
 * the kernel's timer is set to expire now, so that signals and files look as
 * they do natively. While all threads wait, the kernel's timers run.
 */

enum { N_TIMERS = 64, OF_POSIX = 3, OF_FILE = 4 };

/* s: sixteen years, CHILD_TIMES of which are few enough ns for 64 bits */
enum { LONGEST = 500000000 };

enum by { BY_ELAPSED, BY_PROCESS, BY_THREAD };

struct timer {
	Bool used;
	UInt kind; /* 0 to 2: those of setitimer; OF_POSIX, OF_FILE */
	UWord id;
	UWord clock; /* of OF_POSIX, OF_FILE */
	enum by by;
	ThreadId thread;
	ULong due; /* ns by its clock; 0: not set */
	ULong interval;
	Int signal;
	Bool runs;     /* the kernel's one, too */
	Bool went_off; /* at least once since it was set */
};

/* struct itimerspec and itimerval; units differ */
struct setting {
	UWord interval[2], value[2];
};

static UInt unit_of(UInt kind)
{
	return kind < OF_POSIX ? 1000 : 1;
}

static Long ns_of(const UWord *time, UInt kind)
{
	const ULong s = time[0] < LONGEST ? time[0] : LONGEST;

	return (Long)(s * NS + time[1] * unit_of(kind));
}

static void set_ns(UWord *time, ULong ns, UInt kind)
{
	time[0] = ns / NS;
	time[1] = ns % NS / unit_of(kind);
}

static struct timer *find(UInt kind, UWord id, Bool make)
{
	struct clock *c = &sim.clock;
	struct timer *free_one = NULL;

	if (!c->timer)
		c->timer = VG_(calloc)("sim.timers", N_TIMERS,
		                       sizeof(struct timer));
	for (UInt i = 0; i < N_TIMERS; i++) {
		struct timer *t = &c->timer[i];

		if (t->used && t->kind == kind && t->id == id)
			return t;
		if (!t->used && !free_one)
			free_one = t;
	}
	if (!make || !free_one)
		return NULL;
	*free_one = (struct timer){ .used = True, .kind = kind, .id = id };
	return free_one;
}

static ULong now_of(const struct timer *t)
{
	const struct clock *c = &sim.clock;

	return t->by == BY_PROCESS  ? c->cpu_ns
	       : t->by == BY_THREAD ? c->thread_ns[t->thread]
	                            : c->ns;
}

static ULong remaining_of(const struct timer *t)
{
	const ULong now = now_of(t);

	return !t->due ? 0 : t->due > now ? t->due - now : 1;
}

/* Sets the kernel's; returns what it had, or 0 when it was not set. */
static ULong kernel_set(const struct timer *t, ULong ns)
{
	struct setting new = { { 0, 0 }, { 0, 0 } }, old = new;
	SysRes res;

	set_ns(new.value, ns + (ns ? unit_of(t->kind) - 1 : 0), t->kind);
	if (t->kind == OF_POSIX)
		res = VG_(do_syscall)(__NR_timer_settime, t->id, 0,
		                      (UWord) & new, (UWord)&old, 0, 0, 0, 0);
	else if (t->kind == OF_FILE)
		res = VG_(do_syscall)(__NR_timerfd_settime, t->id, 0,
		                      (UWord) & new, (UWord)&old, 0, 0, 0, 0);
	else
		res = VG_(do_syscall)(__NR_setitimer, t->kind, (UWord) & new,
		                      (UWord)&old, 0, 0, 0, 0, 0);
	return sr_isError(res) ? 0 : (ULong)ns_of(old.value, t->kind);
}

/* How long the kernel's still has to run, ns. */
static ULong kernel_rest(const struct timer *t)
{
	struct setting now = { { 0, 0 }, { 0, 0 } };

	VG_(do_syscall)
	(t->kind == OF_POSIX  ? __NR_timer_gettime
	 : t->kind == OF_FILE ? __NR_timerfd_gettime
	                      : __NR_getitimer,
	 t->kind < OF_POSIX ? t->kind : t->id, (UWord)&now, 0, 0, 0, 0, 0, 0);
	return (ULong)ns_of(now.value, t->kind);
}

/*
 * It went off before, and the program has not taken notice: to set it would
 * make the kernel forget that.
 */
static Bool unnoticed(const struct timer *t)
{
	struct vki_pollfd file = { (Int)t->id, VKI_POLLIN, 0 };
	struct vki_timespec at_once = { 0, 0 };
	ULong signals = 0;

	if (!t->went_off)
		return False;
	if (t->kind == OF_FILE)
		return sr_Res(VG_(do_syscall)(__NR_ppoll, (UWord)&file, 1,
		                              (UWord)&at_once, 0, 0, 0, 0,
		                              0)) == 1;
	VG_(do_syscall)
	(__NR_rt_sigpending, (UWord)&signals, sizeof signals, 0, 0, 0, 0, 0, 0);
	return t->kind == OF_POSIX && t->signal > 0 && t->signal <= 64 &&
	       (signals >> (t->signal - 1) & 1);
}

/* It went off: when next? */
static void went_off(struct timer *t)
{
	const ULong now = now_of(t);

	t->went_off = True;
	if (!t->interval) {
		t->due = 0;
		return;
	}
	t->due += t->interval;
	if (t->due <= now)
		t->due += (now - t->due) / t->interval * t->interval;
}

void timers_look(void)
{
	for (UInt i = 0; sim.clock.timer && i < N_TIMERS; i++) {
		struct timer *t = &sim.clock.timer[i];

		if (!t->used || !t->due || t->due > now_of(t))
			continue;
		if (!unnoticed(t))
			kernel_set(t, 1);
		went_off(t);
	}
}

void timers_run(UInt times)
{
	for (UInt i = 0; sim.clock.timer && i < N_TIMERS; i++) {
		struct timer *t = &sim.clock.timer[i];

		if (!t->used || !t->due || t->by != BY_ELAPSED || unnoticed(t))
			continue;
		t->runs = True;
		kernel_set(t, remaining_of(t) * times);
	}
}

void timers_stop(void)
{
	for (UInt i = 0; sim.clock.timer && i < N_TIMERS; i++) {
		struct timer *t = &sim.clock.timer[i];

		if (!t->runs)
			continue;
		t->runs = False;
		if (kernel_rest(t)) {
			if (kernel_set(t, 0))
				continue;
			kernel_set(t, 1); /* it went off between the two */
		}
		went_off(t);
	}
}

void timers_forked(void)
{
	for (UInt i = 0; sim.clock.timer && i < N_TIMERS; i++)
		sim.clock.timer[i].used = sim.clock.timer[i].runs = False;
}

/* ---- calls that set or read them ---- */

Bool timers_call(UInt number)
{
	switch (number) {
	case __NR_setitimer:
	case __NR_getitimer:
	case __NR_timer_create:
	case __NR_timer_settime:
	case __NR_timer_gettime:
	case __NR_timer_delete:
	case __NR_timerfd_create:
	case __NR_timerfd_settime:
	case __NR_timerfd_gettime:
#if defined(__NR_alarm)
	case __NR_alarm:
#endif
		return True;
	default:
		return False;
	}
}

/* The absolute time to which one is set, by the program's clock, or NULL. */
static struct vki_timespec *absolute(UInt number, const UWord *args)
{
	struct setting *s = (struct setting *)args[2];

	if ((number != __NR_timer_settime && number != __NR_timerfd_settime) ||
	    !(args[1] & TIMER_ABSOLUTE) || !clock_writable(s, sizeof *s) ||
	    !(s->value[0] | s->value[1]))
		return NULL;
	const struct timer *t =
		find(number == __NR_timer_settime ? OF_POSIX : OF_FILE, args[0],
	             False);

	return t && t->by == BY_ELAPSED ? (struct vki_timespec *)s->value
	                                : NULL;
}

/* It must not go off before it is taken from the kernel. */
void timers_pre(UInt number, const UWord *args)
{
	struct vki_timespec *t = absolute(number, args);

	if (t)
		sim.clock.shift = clock_shift(t, clock_behind());
	if (number != __NR_execve)
		return;
	/* what comes next does not know of them, but is simulated */
	timers_run(CHILD_TIMES);
}

static void answer_remaining(struct setting *s, UInt kind, ULong rest,
                             ULong interval)
{
	if (!s || !clock_writable(s, sizeof *s))
		return;
	set_ns(s->value, rest, kind);
	set_ns(s->interval, interval, kind);
}

/* The kernel has set it to `value` from now, ns; it is taken over. */
static void take(struct timer *t, Long value, Long interval,
                 struct setting *old)
{
	const ULong rest = remaining_of(t), had_interval = t->interval;

	sim.clock.reads++;
	t->interval = (ULong)interval;
	t->went_off = False;
	t->due = value > 0 ? now_of(t) + (ULong)value : 0;
	if (value > 0 && !kernel_set(t, 0)) {
		kernel_set(t, 1); /* it was too short; that is forgotten now */
		went_off(t);
	}
	answer_remaining(old, t->kind, rest, rest ? had_interval : 0);
}

static void post_settime(UInt kind, const UWord *args, Long absolute_rest)
{
	struct timer *t = find(kind, args[0], False);
	const struct setting *s = (const struct setting *)args[2];

	if (!t || !clock_readable(s, sizeof *s))
		return;
	Long value = ns_of(s->value, kind);

	if (absolute_rest > 0)
		value = absolute_rest;
	else if (value && (args[1] & TIMER_ABSOLUTE) && t->by != BY_ELAPSED)
		value = value > (Long)now_of(t) ? value - (Long)now_of(t) : 1;
	take(t, value, ns_of(s->interval, kind), (struct setting *)args[3]);
}

/* How long until an absolute time, ns, at least 1; -1: it is none. */
static Long take_back(UInt number, const UWord *args)
{
	struct vki_timespec *t = absolute(number, args);
	struct vki_timespec now = { 0, 0 };
	const struct timer *timer =
		t ? find(number == __NR_timer_settime ? OF_POSIX : OF_FILE,
	                 args[0], False)
		  : NULL;

	if (!timer)
		return -1;
	VG_(do_syscall)
	(__NR_clock_gettime, timer->clock, (UWord)&now, 0, 0, 0, 0, 0, 0);
	const Long rest = clock_get(t) - clock_get(&now);

	clock_unshift(t, sim.clock.shift);
	return rest < 1 ? 1 : rest / NS < LONGEST ? rest : (Long)LONGEST * NS;
}

static enum by by_clock(UWord id)
{
	return id == CLOCK_OF_THREAD                   ? BY_THREAD
	       : id == CLOCK_OF_PROCESS || (Int)id < 0 ? BY_PROCESS
	                                               : BY_ELAPSED;
}

static void made(UInt kind, UWord id, UWord clock, ThreadId tid)
{
	struct timer *t = find(kind, id, True);

	if (!t)
		return;
	*t = (struct timer){ .used = True,
		             .kind = kind,
		             .id = id,
		             .clock = clock,
		             .by = by_clock(clock),
		             .thread = tid < CLOCK_THREADS ? tid : 0 };
}

static void post_create(ThreadId tid, const UWord *args)
{
	const struct vki_sigevent *e = (const struct vki_sigevent *)args[1];
	const Int *id = (const Int *)args[2];

	if (!clock_readable(id, sizeof *id))
		return;
	made(OF_POSIX, (UWord)*id, args[0], tid);
	struct timer *t = find(OF_POSIX, (UWord)*id, False);

	if (t)
		t->signal = clock_readable(e, sizeof *e) ? e->sigev_signo
		                                         : VKI_SIGALRM;
}

static void forget(UInt kind, UWord id)
{
	struct timer *t = find(kind, id, False);

	if (t)
		t->used = t->runs = False;
}

static struct timer *of_setitimer(UWord which)
{
	struct timer *t = find((UInt)which, 0, True);

	if (t)
		t->by = which == 0 ? BY_ELAPSED : BY_PROCESS;
	return t;
}

static void post_itimer(UInt number, const UWord *args)
{
	struct timer *t = args[0] < OF_POSIX ? of_setitimer(args[0]) : NULL;
	const struct setting *s = (const struct setting *)args[1];

	if (!t)
		return;
	if (number == __NR_getitimer)
		answer_remaining((struct setting *)args[1], t->kind,
		                 remaining_of(t), t->due ? t->interval : 0);
	else if (clock_readable(s, sizeof *s))
		take(t, ns_of(s->value, t->kind), ns_of(s->interval, t->kind),
		     (struct setting *)args[2]);
	else
		take(t, 0, 0, (struct setting *)args[2]);
}

#if defined(__NR_alarm)
static void post_alarm(ThreadId tid, const UWord *args)
{
	struct timer *t = of_setitimer(0);
	const ULong rest = t ? remaining_of(t) : 0;

	if (!t)
		return;
	take(t, (Long)(UInt)args[0] * NS, 0, NULL);
	clock_set_result(tid,
	                 rest ? (rest < NS ? 1 : (rest + NS / 2) / NS) : 0);
}
#endif

static void answer_timer(UInt kind, const UWord *args)
{
	const struct timer *t = find(kind, args[0], False);

	if (t)
		answer_remaining((struct setting *)args[1], kind,
		                 remaining_of(t), t->due ? t->interval : 0);
}

void timers_post(ThreadId tid, UInt number, const UWord *args, SysRes res)
{
	const Long rest = take_back(number, args);

	if (number == __NR_execve)
		timers_stop(); /* it failed */
	if (sr_isError(res))
		return;
	switch (number) {
	case __NR_setitimer:
	case __NR_getitimer:
		post_itimer(number, args);
		break;
#if defined(__NR_alarm)
	case __NR_alarm:
		post_alarm(tid, args);
		break;
#endif
	case __NR_timer_create:
		post_create(tid, args);
		break;
	case __NR_timer_settime:
		post_settime(OF_POSIX, args, rest);
		break;
	case __NR_timer_gettime:
		answer_timer(OF_POSIX, args);
		break;
	case __NR_timer_delete:
		forget(OF_POSIX, args[0]);
		break;
	case __NR_timerfd_create:
		made(OF_FILE, sr_Res(res), args[0], tid);
		break;
	case __NR_timerfd_settime:
		post_settime(OF_FILE, args, rest);
		break;
	case __NR_timerfd_gettime:
		answer_timer(OF_FILE, args);
		break;
	case __NR_close:
		forget(OF_FILE, args[0]);
		break;
	default:
		break;
	}
}
