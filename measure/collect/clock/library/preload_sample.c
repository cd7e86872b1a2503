/*
 * preload_sample.c - a clock sample: where the thread is, in which wait, in
 * which region, and the calls that led there
 *
 * Runs in the signal handler, so all of it is async-signal-safe: a sample takes
 * an entry in shared memory with one atomic addition.
 */
#include "preload.h"

#include "measure/collect/region/area.h"

#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "measure/collect/clock/timer_area.h"
#include "measure/collect/clock/wait_calls.h"

uint64_t preload_ip(const void *context)
{
	const ucontext_t *u = context;

#if defined(__x86_64__)
	return (uint64_t)u->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	return u->uc_mcontext.pc;
#elif defined(__powerpc64__)
	return u->uc_mcontext.gp_regs[32]; /* PT_NIP */
#else
#error "no instruction pointer for this architecture"
#endif
}

static uint64_t stack_pointer(const void *context)
{
	const ucontext_t *u = context;

#if defined(__x86_64__)
	return (uint64_t)u->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
	return u->uc_mcontext.sp;
#elif defined(__powerpc64__)
	return u->uc_mcontext.gp_regs[1];
#endif
}

/* The node of named regions in which a thread is; 0: none */
static uint32_t region_of(const struct preload_image *at, uint32_t tid)
{
	const struct region_area *r = at->regions;
	uint32_t n = r ? __atomic_load_n(&r->nslots, __ATOMIC_ACQUIRE) : 0;

	for (uint32_t i = 0; i < n && i < REGION_THREADS; i++) {
		const struct region_slot *t = &r->slots[i];

		if (__atomic_load_n(&t->tid, __ATOMIC_ACQUIRE) == tid)
			return __atomic_load_n(&t->node, __ATOMIC_ACQUIRE);
	}
	return 0;
}

/* The call in which the thread waits. A wait whose frame is no longer on the
 * stack was left by a longjmp or an exception: it is over. */
static void take_wait(const struct preload_image *at, struct timer_sample *s,
                      uint64_t sp)
{
	const struct timer_slot *slot = preload_slot;

	s->call = slot && !(slot->frame && sp > slot->frame) ? slot->call : 0;
	s->site = s->call ? slot->site : 0;
	if (s->call == WAIT_CALL_REGION_END && preload_region_over(slot))
		s->call = WAIT_CALL_NO_REGION;
	else if (s->call && s->call != WAIT_CALL_NO_REGION)
		preload_find(at->area, at->image, s->site);
}

/* By the system call: the program may have replaced clock_gettime(). */
static uint64_t now_ns(clockid_t id)
{
	struct timespec t = { 0 };

	if (preload_sealed())
		clock_gettime(id, &t);
	else
		syscall(SYS_clock_gettime, id, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/*
 * Unwinding takes at most 1 / PART of the time: after a stack that took longer
 * than this part of its period, as many samples get no stack as make up for
 * it. The next stack has their periods as its weight.
 */
static void take_stack(const struct preload_image *at, const void *context,
                       uint64_t number, uint32_t periods)
{
	enum { PART = 50 };
	struct timer_stack *to = &at->area->stacks[number % TIMER_STACKS];
	struct timer_slot *slot = preload_slot;
	const uint64_t may_ns = (uint64_t)periods * PRELOAD_PERIOD_NS / PART;
	uint64_t begun_ns;
	bool has_room;

	__atomic_store_n(&to->sample, 0, __ATOMIC_RELEASE);
	if (!slot)
		return;
	slot->stack_periods += periods;
	slot->stack_ns -= may_ns < slot->stack_ns ? may_ns : slot->stack_ns;
	if (slot->stack_ns > 0)
		return;
	begun_ns = now_ns(CLOCK_THREAD_CPUTIME_ID);
	has_room = preload_stack(to, context);
	for (uint32_t i = 0; i < to->n; i++)
		preload_find(at->area, at->image, to->pc[i]);
	if (has_room)
		preload_python(at->area, at->image, to, preload_ip(context));
	to->periods = slot->stack_periods;
	slot->stack_periods = 0;
	slot->stack_ns = now_ns(CLOCK_THREAD_CPUTIME_ID) - begun_ns;
	__atomic_store_n(&to->sample, number + 1, __ATOMIC_RELEASE);
}

void preload_put_sample(const struct preload_image *at, uint64_t ip,
                        const struct timer_sample *what, const void *context)
{
	struct timer_area *area = at->area;
	uint64_t number;
	struct timer_sample *s;

	preload_find(at->area, at->image, ip);
	number = __atomic_fetch_add(&area->samples_next, 1, __ATOMIC_ACQ_REL);
	s = &area->samples[number % TIMER_SAMPLES];
	__atomic_store_n(&s->lap, 0, __ATOMIC_RELEASE);
	s->ip = ip;
	s->time_ns = now_ns(CLOCK_MONOTONIC);
	s->call = what->call;
	s->site = what->site;
	s->tid = preload_slot ? preload_slot->tid
	                      : (uint32_t)syscall(SYS_gettid);
	s->periods = what->periods;
	s->rest_ns = what->rest_ns;
	s->region = region_of(at, s->tid);
	s->image = at->image;
	if (context)
		take_stack(at, context, number, what->periods);
	__atomic_store_n(&s->lap, timer_lap(number, TIMER_SAMPLES),
	                 __ATOMIC_RELEASE);
}

void preload_sample(const struct preload_image *at, const void *context,
                    int overrun)
{
	const uint64_t ip = preload_ip(context);
	struct timer_slot *slot = preload_slot;
	struct timer_sample what = { .periods = 1 + (uint32_t)overrun };

	take_wait(at, &what, stack_pointer(context));
	preload_put_sample(at, ip, &what, context);
	if (!slot)
		return;
	slot->periods += what.periods;
	slot->last_ip = ip;
	slot->last_call = what.call;
	slot->last_site = what.site;
	if (!slot->number && at->image < TIMER_IMAGES)
		at->area->image[at->image].periods += what.periods;
}
