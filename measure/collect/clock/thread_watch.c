#include "thread_watch.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/mem.h"
#include "moments.h"
#include "samples.h"
#include "timer_area.h"
#include "wait_calls.h"

enum { MAX_WATCHED = 1 << 12 };

/* A thread's account, as it was when it was read last. */
struct watched {
	uint32_t slot;
	int fd, state_fd; /* its account, its state; -1: gone */
	double at_s, cpu_s, delay_s;
	/* elapsed, in no account yet: blocked, or waiting for a processor,
	 * which the kernel adds when it is over */
	double open_s;
	struct sample_key last; /* the last wait in which it was seen */
	struct sample_thread thread;
	/* the wait that was looked up last */
	uint64_t site;
	uint32_t site_call;
};

struct thread_watch {
	struct thread_watch_setup setup;
	struct watched *all;
	size_t n, cap;
	uint32_t slots_seen;
};

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct thread_watch *thread_watch_new(const struct thread_watch_setup *setup)
{
	struct thread_watch *w = mem_alloc(1, sizeof(*w));

	w->setup = *setup;
	return w;
}

/* "CPU_NS DELAY_NS SLICES"; false when the thread is gone */
static bool read_account(const struct watched *t, double *cpu_s,
                         double *delay_s)
{
	char text[96], *end;
	ssize_t n = t->fd < 0 ? -1 : pread(t->fd, text, sizeof(text) - 1, 0);

	if (n <= 0)
		return false;
	text[n] = '\0';
	*cpu_s = (double)strtoull(text, &end, 10) * 1e-9;
	*delay_s = (double)strtoull(end, NULL, 10) * 1e-9;
	return true;
}

/* Is it blocked now? One that is ready waits for a processor at most. */
static bool is_blocked(const struct watched *t)
{
	char text[256], *end;
	ssize_t n = t->state_fd < 0
	                    ? -1
	                    : pread(t->state_fd, text, sizeof(text) - 1, 0);

	if (n <= 0)
		return true;
	text[n] = '\0';
	/* after the name, which may hold anything */
	end = strrchr(text, ')');
	return !end || end[1] != ' ' || end[2] != 'R';
}

static int open_account(const struct timer_area *area,
                        const struct timer_slot *slot, const char *name)
{
	char path[64];

	if (slot->image >= TIMER_IMAGES)
		return -1;
	snprintf(path, sizeof(path), "/proc/%u/task/%u/%s",
	         area->image[slot->image].pid, slot->tid, name);
	return io_open(path, IO_FILE);
}

/* Its slot's: who it is. */
static void identify(struct thread_watch *w, struct watched *t,
                     const struct timer_slot *slot)
{
	const struct timer_area *area = w->setup.area;

	t->thread = (struct sample_thread){
		.run = w->setup.run,
		.index = w->setup.thread(w->setup.ctx, slot->tid),
		.tid = slot->tid,
		.pid = slot->image < TIMER_IMAGES ? area->image[slot->image].pid
		                                  : 0,
		.rank = slot->image < TIMER_IMAGES
		                ? area->image[slot->image].rank
		                : TIMER_NO_RANK,
		.process = slot->image < TIMER_IMAGES
		                   ? area->image[slot->image].number
		                   : slot->image,
		.number = slot->number,
		.creator = SAMPLES_NO_SITE,
		.begun_s = (double)slot->begun_ns * 1e-9,
		.lived_s = NAN,
	};
	if (slot->creator &&
	    !w->setup.place(w->setup.ctx, slot->image, slot->creator - 1,
	                    &t->thread.creator, &t->thread.creator_site))
		t->thread.creator = SAMPLES_NO_SITE;
}

static void close_account(struct watched *t)
{
	if (t->fd >= 0)
		close(t->fd);
	if (t->state_fd >= 0)
		close(t->state_fd);
	t->fd = t->state_fd = -1;
}

/* The image that exec replaced has the thread's account, too. */
static void replace(struct thread_watch *w, uint32_t tid)
{
	for (size_t i = 0; i < w->n; i++) {
		if (w->all[i].fd >= 0 && w->all[i].thread.tid == tid)
			close_account(&w->all[i]);
	}
}

/* What is new: its processor time up to now is its own, the rest of its life
 * is not known. */
static void begin(struct thread_watch *w, uint32_t i)
{
	const struct timer_slot *slot = &w->setup.area->slots[i];
	struct watched *t;

	replace(w, slot->tid);
	w->all = mem_grow(w->all, &w->cap, w->n + 1, sizeof(*w->all));
	t = &w->all[w->n++];
	*t = (struct watched){
		.slot = i,
		.fd = -1,
		.state_fd = -1,
		.at_s = now_s(),
	};
	if (w->n < MAX_WATCHED && !slot->ended) {
		t->fd = open_account(w->setup.area, slot, "schedstat");
		t->state_fd = open_account(w->setup.area, slot, "stat");
	}
	identify(w, t, slot);
	if (read_account(t, &t->cpu_s, &t->delay_s)) {
		t->thread.cpu_s = t->cpu_s;
		t->thread.delay_s = t->delay_s;
	}
}

/* The times that a thread recorded at its end, which exceed the last ones
 * read from outside */
static void add_own_times(const struct thread_watch *w, struct watched *t)
{
	const struct timer_slot *slot = &w->setup.area->slots[t->slot];

	if (!__atomic_load_n(&slot->ended, __ATOMIC_ACQUIRE) || !slot->lived_ns)
		return;
	t->thread.lived_s = (double)slot->lived_ns * 1e-9;
	t->thread.cpu_s = fmax(t->thread.cpu_s, (double)slot->cpu_ns * 1e-9);
}

/* In what the thread waits now, with where that was called. */
static struct sample_key wait_now(struct thread_watch *w, struct watched *t)
{
	const struct timer_area *area = w->setup.area;
	const struct timer_slot *slot = &area->slots[t->slot];
	struct sample_key key = { .run = w->setup.run,
		                  .thread = t->thread.index };
	uint32_t call = slot->call, image = slot->image;
	uint64_t site = slot->site;

	if (!call || call >= WAIT_NCALLS)
		return key;
	if (call == WAIT_CALL_REGION_END && image < TIMER_IMAGES &&
	    (int)(area->image[image].regions_ended - slot->region) >= 0)
		call = WAIT_CALL_NO_REGION;
	if (call == t->last.call && site == t->site && call == t->site_call)
		return t->last;
	key.call = (uint16_t)call;
	if (call == WAIT_CALL_NO_REGION ||
	    !w->setup.place(w->setup.ctx, image, site - !WAIT_AT_BODY(call),
	                    &key.site_module, &key.site))
		key.site_module = SAMPLES_NO_SITE;
	t->site = site;
	t->site_call = call;
	return key;
}

/* Time in this state since the last call, for the time line */
static void add_moment(struct thread_watch *w, const struct watched *t,
                       const struct moment *what)
{
	struct moments *moments = samples_moments(w->setup.out, w->setup.run);
	struct moment one = *what;

	if (!moments || !(one.amount > 0))
		return;
	one.ns = (uint64_t)(t->at_s * 1e9);
	one.thread = t->thread.index;
	moments_add(moments, &one);
}

static void add_blocked(struct thread_watch *w, struct watched *t,
                        const struct sample_key *key)
{
	if (t->open_s > 0) {
		samples_at(samples_blocked(w->setup.out), key)->user_s +=
			t->open_s;
		t->thread.blocked_s += t->open_s;
		add_moment(w, t,
		           &(struct moment){
				   .span_ns = (uint64_t)(t->open_s * 1e9),
				   .kind = MOMENT_BLOCKED,
				   .place = key->call,
				   .amount = t->open_s,
			   });
	}
	t->open_s = 0;
}

/*
 * Blocked time is of the wait in which the thread is seen; of one that works
 * when it is looked at, of the last in which it was.
 */
static void look_at(struct thread_watch *w, struct watched *t)
{
	struct sample_key key;
	double at_s = now_s(), cpu_s, delay_s;
	uint64_t span_ns;

	if (!read_account(t, &cpu_s, &delay_s)) {
		close_account(t);
		return;
	}
	key = wait_now(w, t);
	if (key.call)
		t->last = key;
	else if (t->last.call)
		key = t->last;
	t->open_s +=
		at_s - t->at_s - (cpu_s - t->cpu_s) - (delay_s - t->delay_s);
	/* the kernel adds a delay when it is over */
	span_ns = (uint64_t)(fmax(at_s - t->at_s, delay_s - t->delay_s) * 1e9);
	t->at_s = at_s;
	if (is_blocked(t))
		add_blocked(w, t, &key);
	add_moment(w, t,
	           &(struct moment){ .span_ns = span_ns,
	                             .kind = MOMENT_DELAY,
	                             .amount = delay_s - t->delay_s });
	t->thread.cpu_s += cpu_s - t->cpu_s;
	t->thread.delay_s += delay_s - t->delay_s;
	t->cpu_s = cpu_s;
	t->delay_s = delay_s;
}

void thread_watch_tick(struct thread_watch *w)
{
	uint32_t n = __atomic_load_n(&w->setup.area->nslots, __ATOMIC_ACQUIRE);

	if (n > TIMER_SLOTS)
		n = TIMER_SLOTS;
	for (size_t i = 0; i < w->n; i++) {
		if (w->all[i].fd >= 0)
			look_at(w, &w->all[i]);
	}
	for (; w->slots_seen < n; w->slots_seen++) {
		if (!__atomic_load_n(&w->setup.area->slots[w->slots_seen].tid,
		                     __ATOMIC_ACQUIRE))
			break; /* it is being written */
		begin(w, w->slots_seen);
	}
}

void thread_watch_finish(struct thread_watch *w)
{
	thread_watch_tick(w);
	for (size_t i = 0; i < w->n; i++) {
		close_account(&w->all[i]);
		add_own_times(w, &w->all[i]);
		samples_thread_add(w->setup.out, &w->all[i].thread);
	}
	free(w->all);
	free(w);
}
