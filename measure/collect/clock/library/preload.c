/*
 * preload.c - a CPU timer for each thread of a program, in a library that
 * perfexpert-run preloads where the kernel refuses perf_event_open
 *
 * The state is file-scope because a signal handler has no argument for it.
 */
#include "preload.h"

#include "measure/collect/region/area.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "measure/collect/clock/marker_area.h"
#include "measure/collect/clock/timer_area.h"
#include "measure/collect/clock/wait_calls.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#define EXPORT PRELOAD_EXPORT

static struct {
	struct preload_image at;    /* its area is NULL: not sampling */
	struct timer_lanes threads; /* numbers of those that live */
	uint64_t main;              /* the program's first function, or 0 */
	atomic_bool sealed; /* no file may be opened, and less be called */
	pthread_key_t key;
	int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
	              void *);
} state;

static void on_timer(int sig, siginfo_t *info, void *context)
{
	int saved = errno;

	if (info->si_code != SI_TIMER || info->si_value.sival_ptr != &state)
		preload_signal_pass(sig, info, context);
	else if (state.at.area)
		preload_sample(&state.at, context, info->si_overrun);
	errno = saved;
}

static timer_t *start_timer(void)
{
	const struct itimerspec every = {
		.it_interval = { .tv_nsec = PRELOAD_PERIOD_NS },
		.it_value = { .tv_nsec = PRELOAD_PERIOD_NS },
	};
	struct sigevent event = {
		.sigev_notify = SIGEV_THREAD_ID,
		.sigev_signo = PRELOAD_SIGNAL,
		.sigev_value = { .sival_ptr = &state },
	};
	timer_t *timer;

	timer = malloc(sizeof(*timer));
	event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
	if (!timer)
		return NULL;
	if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, timer) != 0) {
		free(timer);
		return NULL;
	}
	timer_settime(*timer, 0, &every, NULL);
	return timer;
}

static uint64_t clock_ns(clockid_t id)
{
	struct timespec t = { 0 };

	clock_gettime(id, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The lowest number that is free. */
static uint32_t lane_take(struct timer_lanes *l)
{
	for (uint32_t i = 0; i < TIMER_LANES / 64; i++) {
		uint64_t used = __atomic_load_n(&l->used[i], __ATOMIC_RELAXED);

		while (~used) {
			const int bit = __builtin_ctzll(~used);

			if (__atomic_compare_exchange_n(
				    &l->used[i], &used, used | 1ull << bit,
				    false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
				return i * 64 + (uint32_t)bit;
		}
	}
	return TIMER_LANES +
	       __atomic_fetch_add(&l->beyond, 1, __ATOMIC_RELAXED);
}

static void lane_give(struct timer_lanes *l, uint32_t number)
{
	if (number < TIMER_LANES)
		__atomic_fetch_and(&l->used[number / 64],
		                   ~(1ull << number % 64), __ATOMIC_ACQ_REL);
}

/*
 * The kernel looks at processor-time timers only once in each tick, so a short
 * thread may have no sample. A thread's time since its last sample is handed
 * over at its end: at the place of that sample, or, without one, where the
 * thread began. So its samples add up to its processor time.
 */
static void put_rest(const struct timer_slot *slot, uint64_t cpu_ns)
{
	const uint64_t seen_ns =
		slot->before_ns + (uint64_t)slot->periods * PRELOAD_PERIOD_NS;
	struct timer_sample what = { .call = slot->last_call,
		                     .site = slot->last_site };

	if (!slot->last_ip || cpu_ns <= seen_ns)
		return;
	what.rest_ns = cpu_ns - seen_ns < UINT32_MAX
	                       ? (uint32_t)(cpu_ns - seen_ns)
	                       : UINT32_MAX;
	preload_put_sample(&state.at, slot->last_ip, &what, NULL);
}

/* Closes the calling thread's account: all of its times are now known. */
static void end_slot(struct timer_slot *slot)
{
	if (!slot || slot->ended)
		return;
	slot->cpu_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	put_rest(slot, slot->cpu_ns);
	slot->lived_ns = clock_ns(CLOCK_MONOTONIC) - slot->begun_ns;
	lane_give(&state.threads, slot->number);
	__atomic_store_n(&slot->ended, 1, __ATOMIC_RELEASE);
}

/* Destructor of a thread's key: its timer, or &state for threads without a
 * timer. */
static void end_thread(void *timer)
{
	if (timer != &state) {
		timer_delete(*(timer_t *)timer);
		free(timer);
	}
	end_slot(preload_slot);
	preload_slot = NULL;
}

bool preload_sealed(void)
{
	return atomic_load(&state.sealed);
}

/*
 * From here on the program may be killed for our system calls (seccomp), so
 * everything is opened now. The process outside then reads new mappings itself.
 */
static void seal(void)
{
	if (!state.at.area || preload_sealed())
		return;
	preload_find_all(state.at.area, state.at.image);
	if (state.at.image < TIMER_IMAGES)
		state.at.area->image[state.at.image].sealed = 1;
	atomic_store(&state.sealed, true);
}

/* No filter of system calls is there before this, or the one after it. */
EXPORT int prctl(int option, ...)
{
	unsigned long v[4];
	va_list args;

	va_start(args, option);
	for (size_t i = 0; i < sizeof(v) / sizeof(*v); i++)
		v[i] = va_arg(args, unsigned long);
	va_end(args);
	if (option == PR_SET_SECCOMP || option == PR_SET_NO_NEW_PRIVS)
		seal();
	return (int)syscall(SYS_prctl, option, v[0], v[1], v[2], v[3]);
}

/* What a thread gets from its creator. */
struct thread_start {
	void *(*routine)(void *);
	void *arg;
	uint64_t creator;
	/* the wait that it is made in, and where that was called */
	uint64_t site;
	uint32_t call;
};

/* Until here the system and the C library created the thread: this time is
 * charged to its creator. The time of this library is not charged. */
static void put_making(const struct thread_start *start, uint64_t made_ns)
{
	struct timer_sample what = { .call = start->call, .site = start->site };
	struct timer_slot *slot = preload_slot;
	void *create;

	memcpy(&create, &state.create, sizeof(create));
	what.rest_ns = made_ns < UINT32_MAX ? (uint32_t)made_ns : UINT32_MAX;
	if (start->site)
		preload_find(state.at.area, state.at.image, start->site);
	preload_put_sample(&state.at, (uintptr_t)create, &what, NULL);
	slot->before_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* The calling thread begins; the slot stays its own to the end. */
static void begin_thread(uint64_t creator, uint64_t routine)
{
	static __thread struct timer_slot beyond;
	uint32_t i =
		__atomic_fetch_add(&state.at.area->nslots, 1, __ATOMIC_RELAXED);
	struct timer_slot *slot =
		i < TIMER_SLOTS ? &state.at.area->slots[i] : &beyond;
	timer_t *timer = start_timer();

	slot->image = state.at.image;
	slot->number = lane_take(&state.threads);
	slot->creator = creator;
	slot->begun_ns = clock_ns(CLOCK_MONOTONIC);
	slot->last_ip = routine;
	__atomic_store_n(&slot->tid, (uint32_t)syscall(SYS_gettid),
	                 __ATOMIC_RELEASE);
	preload_slot = slot;
	if (creator)
		preload_find(state.at.area, state.at.image, creator);
	pthread_setspecific(state.key, timer ? (void *)timer : &state);
}

/* Who executes another program stays the process that it is: the image that was
 * its last one; NULL: it is new. */
static const struct timer_image *image_before(uint32_t pid)
{
	const struct timer_area *area = state.at.area;
	uint32_t i = state.at.image;

	i = i < TIMER_IMAGES ? i : TIMER_IMAGES;
	while (i-- > 0) {
		if (area->image[i].pid == pid && !area->image[i].over)
			return &area->image[i];
	}
	return NULL;
}

/* Up to here the system made the process and the dynamic linker its image: that
 * is work at the linker's first instruction. */
static void put_start(uint64_t seen_ns)
{
	const ElfW(Ehdr) *linker = (const void *)getauxval(AT_BASE);
	struct timer_slot *slot = preload_slot;
	const uint64_t now_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	struct timer_sample what = { .call = 0 };

	slot->before_ns = now_ns;
	if (!linker || now_ns <= seen_ns)
		return;
	what.rest_ns = now_ns - seen_ns < UINT32_MAX
	                       ? (uint32_t)(now_ns - seen_ns)
	                       : UINT32_MAX;
	preload_put_sample(&state.at, (uintptr_t)linker + linker->e_entry,
	                   &what, NULL);
}

static void begin(bool executed)
{
	const uint32_t pid = (uint32_t)getpid();
	const struct timer_image *before;
	uint64_t seen_ns;

	state.at.image =
		__atomic_fetch_add(&state.at.area->images, 1, __ATOMIC_RELAXED);
	before = image_before(pid);
	seen_ns = before ? (uint64_t)before->periods * PRELOAD_PERIOD_NS : 0;
	if (state.at.image < TIMER_IMAGES) {
		state.at.area->image[state.at.image] = (struct timer_image){
			.pid = pid,
			.parent = (uint32_t)getppid(),
			.entry = getauxval(AT_ENTRY),
			.status = -1,
			.rank = preload_rank(),
			.number = before ? before->number
			                 : lane_take(&state.at.area->processes),
		};
	}
	/* mappings are copied for the first sample: most of the processes that
	 * a script starts are gone before */
	preload_find_anew();
	preload_python_forked();
	memset(&state.threads, 0, sizeof(state.threads));
	preload_signal_unblock();
	begin_thread(0, state.main);
	if (executed)
		put_start(seen_ns);
}

static void end_with(int status)
{
	if (state.at.area && state.at.image < TIMER_IMAGES &&
	    (preload_sealed() ||
	     state.at.area->image[state.at.image].pid == (uint32_t)getpid()))
		state.at.area->image[state.at.image].status = status & 0xff;
}

static void note_status(int status, void *nothing)
{
	(void)nothing;
	end_with(status);
}

/* The process ends; whoever ends it, its first thread's life is its own. */
static void end_process(void)
{
	struct timer_area *area = state.at.area;

	if (!area || state.at.image >= TIMER_IMAGES ||
	    (!preload_sealed() &&
	     area->image[state.at.image].pid != (uint32_t)getpid()))
		return;
	if (!preload_sealed())
		end_slot(preload_slot);
	lane_give(&area->processes, area->image[state.at.image].number);
	area->image[state.at.image].over = 1;
}

__attribute__((destructor)) static void unload(void)
{
	end_process();
}

/* What forks to work leaves in this way: no destructor is called. */
EXPORT void _exit(int status)
{
	end_with(status);
	end_process();
	syscall(SYS_exit_group, status);
	__builtin_unreachable();
}

void preload_region_ends(unsigned number)
{
	if (state.at.area && state.at.image < TIMER_IMAGES)
		state.at.area->image[state.at.image].regions_ended = number;
}

/* A forked child has no timers: it is a separate image. */
static void in_child(void)
{
	preload_find_forked();
	if (state.at.area)
		begin(false);
}

/*
 * Where a thread is until it is sampled first: what it was given to do. Of
 * std::thread that is not what begins, which is the library's own, but what
 * this calls: the third virtual function of the state that it is handed.
 */
static uint64_t first_place(const struct thread_start *start)
{
	const uint64_t *const *state_table = start->arg;

	if (start->call == WAIT_CALL_std_thread_start && state_table)
		return (*state_table)[2];
	return (uintptr_t)start->routine;
}

static void *run_thread(void *p)
{
	const uint64_t made_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	struct thread_start start = *(struct thread_start *)p;

	free(p);
	preload_signal_unblock();
	begin_thread(start.creator, first_place(&start));
	put_making(&start, made_ns);
	return start.routine(start.arg);
}

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attr,
                          void *(*routine)(void *), void *arg)
{
	struct thread_start *start;
	bool entered;
	int rc;

	if (!state.create)
		preload_next(&state.create, "pthread_create");
	if (!state.at.area || !(start = malloc(sizeof(*start))))
		return state.create(thread, attr, routine, arg);
	entered = preload_enter(WAIT_CALL_pthread_create,
	                        __builtin_return_address(0),
	                        __builtin_frame_address(0));
	*start = (struct thread_start){
		.routine = routine,
		.arg = arg,
		.creator = (uintptr_t)__builtin_return_address(0),
		.call = WAIT_CALL_pthread_create,
	};
	if (preload_slot) {
		start->call = preload_slot->call;
		start->site = preload_slot->site;
	}
	rc = state.create(thread, attr, run_thread, start);
	preload_leave(entered);
	if (rc != 0)
		free(start);
	return rc;
}

/* So that it is known where the first thread begins. */
/* NOLINTBEGIN(readability-function-size,readability-identifier-naming): as the
 * C library has it */
int __libc_start_main(int (*program)(int, char **, char **), int argc,
                      char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end);

EXPORT int __libc_start_main(int (*program)(int, char **, char **), int argc,
                             char **argv, void (*init)(void),
                             void (*fini)(void), void (*rtld_fini)(void),
                             void *stack_end)
{
	int (*next)(int (*)(int, char **, char **), int, char **,
	            void (*)(void), void (*)(void), void (*)(void), void *);

	preload_next(&next, "__libc_start_main");
	state.main = (uintptr_t)program;
	if (preload_slot && !preload_slot->last_ip)
		preload_slot->last_ip = state.main;
	return next(program, argc, argv, init, fini, rtld_fini, stack_end);
}
/* NOLINTEND(readability-function-size,readability-identifier-naming) */

/* The segment that a variable names, or NULL. */
static void *segment(const char *variable)
{
	const char *id = getenv(variable);
	void *p;

	if (!id)
		return NULL;
	p = shmat((int)strtol(id, NULL, 10), NULL, 0);
	return p == (void *)-1 ? NULL : p;
}

static struct timer_area *attach(void)
{
	struct timer_area *area = segment(TIMER_AREA_VARIABLE);

	if (!area)
		return NULL;
	if (area->magic == TIMER_MAGIC && area->period_ns == PRELOAD_PERIOD_NS)
		return area;
	shmdt(area);
	return NULL;
}

__attribute__((constructor)) static void load(void)
{
	struct sigaction action = { .sa_sigaction = on_timer,
		                    .sa_flags = SA_SIGINFO | SA_RESTART |
		                                SA_ONSTACK };
	struct timer_area *area;

	preload_markers(segment(MARKER_AREA_VARIABLE));
	/* so that it is not interrupted by what could jump out of it */
	sigfillset(&action.sa_mask);
	area = attach();
	if (!area)
		return;
	if (pthread_key_create(&state.key, end_thread) != 0 ||
	    preload_signal_take(PRELOAD_SIGNAL, &action) != 0) {
		shmdt(area);
		return;
	}
	state.at.regions = segment(REGION_AREA_VARIABLE);
	if (state.at.regions && state.at.regions->magic != REGION_MAGIC)
		state.at.regions = NULL;
	state.at.area = area;
	preload_python_begin();
	pthread_atfork(NULL, NULL, in_child);
	on_exit(note_status, NULL);
	begin(true);
}
