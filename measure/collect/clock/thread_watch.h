/*
 * thread_watch.h - the elapsed time of each thread, seen from outside
 *
 * While the program runs, the kernel's account of each thread is read
 * (/proc/PID/task/TID/schedstat): how long it had a processor, how long it
 * waited for one; the rest it was blocked, in what its slot says.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_THREAD_WATCH_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_THREAD_WATCH_H

#include <stdbool.h>
#include <stdint.h>

struct samples;
struct thread_watch;
struct timer_area;

struct thread_watch_setup {
	const struct timer_area *area; /* borrowed, as all here */
	struct samples *out;
	uint16_t run;
	/* place - module and offset of an address of an image; false: unknown
	 */
	bool (*place)(void *ctx, uint32_t image, uint64_t address,
	              uint32_t *module, uint64_t *offset);
	/* thread - the index of a thread id in out's samples */
	uint32_t (*thread)(void *ctx, uint32_t tid);
	void *ctx;
};

struct thread_watch *thread_watch_new(const struct thread_watch_setup *setup);

/* thread_watch_tick - see what has happened since the last time */
void thread_watch_tick(struct thread_watch *w);

/* thread_watch_finish - the threads to out (samples_threads), and free */
void thread_watch_finish(struct thread_watch *w);

#endif
