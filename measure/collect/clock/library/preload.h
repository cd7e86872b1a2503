/*
 * preload.h - what the parts of the preloaded library share
 *
 * Each thread has a slot, which says in which function it waits and where that
 * was called. The slot is in shared memory, or where there is no more room, in
 * a place of the thread's own; it is NULL before the library knows the thread.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_LIBRARY_PRELOAD_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_LIBRARY_PRELOAD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct marker_area;
struct region_area;
struct timer_area;
struct timer_sample;
struct timer_slot;
struct timer_stack;

#define PRELOAD_EXPORT __attribute__((visibility("default")))

/* The timers' signal. A program that gives all signals their default action is
 * not ended by it: that of SIGURG is to ignore it. */
enum { PRELOAD_SIGNAL = SIGURG };

/* A prime, so that loops of the program do not run in step with the timers */
enum { PRELOAD_PERIOD_NS = 997001 };

/* Where the samples of this process go. */
struct preload_image {
	struct timer_area *area;
	const struct region_area *regions; /* or NULL */
	uint32_t image;                    /* number of the process image */
};

/*
 * preload_sample - take a sample of the calling thread, interrupted at context,
 * which has the weight of 1 + overrun periods
 * preload_put_sample - add a sample at ip to the area; what: its wait and its
 * weight; context: that of the signal handler, for the stack, or NULL
 */
void preload_sample(const struct preload_image *at, const void *context,
                    int overrun);
void preload_put_sample(const struct preload_image *at, uint64_t ip,
                        const struct timer_sample *what, const void *context);

/* preload_next - the function that a wrapper of ours hides: its address goes
 * to where function points, as ISO C has no cast from an object's */
void preload_next(void *function, const char *name);

/*
 * preload_signal_take - handle this signal from now on: that of the timers, or
 * SIGTRAP
 *
 * What the program sets for that signal is kept apart, and it can neither
 * block it nor wait for it.
 * Errors: -1 with errno, as sigaction(2)
 */
int preload_signal_take(int sig, const struct sigaction *action);

/* preload_signal_pass - the signal came for the program: call its handler */
void preload_signal_pass(int sig, siginfo_t *info, void *context);

/* preload_signal_unblock - ours, in the calling thread, which inherited a mask
 */
void preload_signal_unblock(void);

/* Read by a signal handler: it must not need any allocation. */
extern __thread struct timer_slot *preload_slot
	__attribute__((tls_model("initial-exec")));

/* preload_region_ends - the calling process's parallel region of that number
 * has ended, for perfexpert-run to know */
void preload_region_ends(unsigned number);

/* preload_region_over - has the region ended that the slot's thread was in? */
bool preload_region_over(const struct timer_slot *slot);

/* preload_enter - the thread waits from now on, in the call of that number
 * from site, with the frame of the function in front; false: it does already.
 * preload_leave - and no more, where it was entered */
bool preload_enter(unsigned call, const void *site, const void *frame);
void preload_leave(bool entered);

/* preload_markers - count the executions that are asked for there; area: NULL
 * for none */
void preload_markers(struct marker_area *area);

/* preload_rank - which rank of a parallel program this process is, as its
 * launcher says; or TIMER_NO_RANK */
int preload_rank(void);

/* preload_ip - where a signal handler of that context was called */
uint64_t preload_ip(const void *context);

/* preload_stack - the calls that led there; false: there is no room for that on
 * the stack */
bool preload_stack(struct timer_stack *to, const void *context);

/* Pages that can be read, the latest first. */
struct preload_pages {
	uint64_t at[8];
};

/* preload_read - n bytes of memory; false: they can't be read */
bool preload_read(struct preload_pages *p, uint64_t at, void *to, size_t n);

/*
 * preload_python - put the lines of the script that the thread executes between
 * the calls that led to ip, and leave those out that led to them
 *
 * preload_python_begin - look whether the process has a Python that we know
 * preload_python_forked - hand its functions over again
 */
void preload_python(struct timer_area *area, uint32_t image,
                    struct timer_stack *to, uint64_t ip);
void preload_python_begin(void);
void preload_python_forked(void);

/*
 * preload_find - see to it that the mapping which holds ip is in the area, as
 * one of the process image of that number
 *
 * Code that is in no mapping we can remember is not looked for each time.
 */
void preload_find(struct timer_area *area, uint32_t image, uint64_t ip);

/* preload_map - hand over a mapping, whose path has n parts */
void preload_map(struct timer_area *area, uint32_t image, uint64_t start,
                 uint64_t end, uint64_t offset, const char *const path[],
                 size_t n);

/* preload_find_all - hand over all current mappings, for the last time */
void preload_find_all(struct timer_area *area, uint32_t image);

/* preload_sealed - is the program about to forbid itself to open files? */
bool preload_sealed(void);

/* preload_find_anew - the mappings belong to another image from now on */
void preload_find_anew(void);

/* preload_find_forked - in a child: who copied them in the parent is not here
 */
void preload_find_forked(void);

#endif
