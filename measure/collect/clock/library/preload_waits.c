/*
 * preload_waits.c - in front of the functions in which threads wait
 *
 * Each of them writes into the thread's slot which one it is and where it was
 * called, calls the next one, and clears the slot: two stores, whatever
 * the function does. All are called with as many words as the widest takes: on
 * the machines that we know, a function ignores words beyond its arguments.
 * They have the names of library functions, so no header that declares those is
 * included.
 */
#include "preload.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "measure/run/rank_variables.h"
#include "measure/collect/clock/timer_area.h"
#include "measure/collect/clock/wait_calls.h"

/* NOLINTBEGIN(readability-function-size): as many words as are passed on */

typedef long (*any)(long, long, long, long, long, long, ...);
typedef long (*any8)(long, long, long, long, long, long, long, long);
typedef long (*any14)(long, long, long, long, long, long, long, long, long,
                      long, long, long, long, long);

__thread struct timer_slot *preload_slot
	__attribute__((tls_model("initial-exec")));

/* The last parallel region that ended, of those that were begun. */
static atomic_uint regions_begun, regions_ended;

static any found[WAIT_NCALLS];

bool preload_region_over(const struct timer_slot *slot)
{
	return (int)(atomic_load(&regions_ended) - slot->region) >= 0;
}

int preload_rank(void)
{
	static const struct rank_variable names[] = { RANK_VARIABLES };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *text = getenv(names[i].rank);
		char *end;
		long rank = text ? strtol(text, &end, 10) : TIMER_NO_RANK;

		if (rank >= 0 && rank < INT_MAX && *text && !*end &&
		    (!names[i].with || getenv(names[i].with)))
			return (int)rank;
	}
	return TIMER_NO_RANK;
}

/* The function of that name that the caller would have reached without us. */
static __attribute__((noinline, cold)) any
look_up(unsigned call, const char *name, const void *from)
{
	void *at = dlsym(RTLD_NEXT, name);
	Dl_info info;
	void *handle;

	/* a library that was loaded for itself alone, with what it needs */
	if (!at && dladdr(from, &info) && info.dli_fname) {
		handle = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
		at = handle ? dlsym(handle, name) : NULL;
		if (handle)
			dlclose(handle);
	}
	if (!at)
		abort(); /* called, but nowhere: it would not have been */
	*(void **)&found[call] = at;
	return found[call];
}

static inline any real(unsigned call, const char *name, const void *from)
{
	return found[call] ? found[call] : look_up(call, name, from);
}

/* Was the thread's wait left by a jump, out of its function? */
static inline bool is_stale(const struct timer_slot *s, const void *frame)
{
	return s->frame && (uintptr_t)frame > s->frame;
}

/* Only the outermost of nested ones counts: it is what the program called. */
static inline bool enter(unsigned call, const void *site, const void *frame)
{
	struct timer_slot *s = preload_slot;

	if (!s || (s->call && !is_stale(s, frame)))
		return false;
	s->site = (uintptr_t)site;
	s->frame = (uintptr_t)frame;
	atomic_signal_fence(memory_order_release);
	s->call = call;
	return true;
}

static inline void leave(bool entered)
{
	if (entered)
		preload_slot->call = 0;
}

bool preload_enter(unsigned call, const void *site, const void *frame)
{
	return enter(call, site, frame);
}

void preload_leave(bool entered)
{
	leave(entered);
}

/* For the MPI library, which is called after this one: where the program
 * called the MPI function in progress; NULL if unknown or none */
PRELOAD_EXPORT const void *perfexpert_preload_caller(void);

const void *perfexpert_preload_caller(void)
{
	const struct timer_slot *s = preload_slot;

	return s && s->call >= WAIT_CALL_MPI_Init && s->call < WAIT_NCALLS
	               ? (const void *)(uintptr_t)s->site
	               : NULL;
}

#define SITE __builtin_return_address(0)
#define FRAME __builtin_frame_address(0)

#define IN_FRONT_OF(name, symbol)                                              \
	PRELOAD_EXPORT long in_front_of_##name(long a, long b, long c, long d, \
	                                       long e, long f, long g,         \
	                                       long h) __asm__(symbol);        \
	long in_front_of_##name(long a, long b, long c, long d, long e,        \
	                        long f, long g, long h)                        \
	{                                                                      \
		any next = real(WAIT_CALL_##name, symbol, SITE);               \
		bool entered = enter(WAIT_CALL_##name, SITE, FRAME);           \
		long result = next(a, b, c, d, e, f, g, h);                    \
                                                                               \
		leave(entered);                                                \
		return result;                                                 \
	}
#define WAIT(name, kind) IN_FRONT_OF(name, #name)
#define WAIT_CXX(name, symbol, words, kind) IN_FRONT_OF(name, symbol)

WAIT_CALLS_SYSTEM(WAIT)
WAIT_CALLS_CXX(WAIT_CXX)
WAIT_CALLS_OPENMP(WAIT)
WAIT_CALLS_LLVM(WAIT)

#define WAIT14(name, number, symbol)                                           \
	PRELOAD_EXPORT long name(long a, long b, long c, long d, long e,       \
	                         long f, long g, long h, long i, long j,       \
	                         long k, long l, long m,                       \
	                         long n) __asm__(symbol);                      \
	long name(long a, long b, long c, long d, long e, long f, long g,      \
	          long h, long i, long j, long k, long l, long m, long n)      \
	{                                                                      \
		static any14 next;                                             \
		bool entered;                                                  \
		long result;                                                   \
                                                                               \
		if (!next)                                                     \
			next = (any14)look_up(number, symbol, SITE);           \
		entered = enter(number, SITE, FRAME);                          \
		result = next(a, b, c, d, e, f, g, h, i, j, k, l, m, n);       \
		leave(entered);                                                \
		return result;                                                 \
	}

/* C, its profiling interface, and Fortran with the common decoration */
#define WAIT_MPI(name, fortran, kind)                                          \
	WAIT14(front_##name, WAIT_CALL_##name, #name)                          \
	WAIT14(front_P##name, WAIT_CALL_##name, "P" #name)                     \
	WAIT14(front_##fortran, WAIT_CALL_##name, #fortran "_")                \
	WAIT14(front_p##fortran, WAIT_CALL_##name, "p" #fortran "_")

WAIT_CALLS_MPI(WAIT_MPI)

/* A parallel region; all of its threads read it. */
struct region {
	void (*body)(void *);
	void *data;
	unsigned number;
};

static void set_region(const struct region *r, unsigned call)
{
	struct timer_slot *s = preload_slot;

	if (!s)
		return;
	s->site = (uintptr_t)r->body;
	s->frame = 0;
	s->region = r->number;
	atomic_signal_fence(memory_order_release);
	s->call = call;
}

/* What each thread of a region does; after it they wait for each other. */
static void run_region(void *p)
{
	const struct region r = *(struct region *)p;

	if (preload_slot)
		preload_slot->call = 0;
	r.body(r.data);
	set_region(&r, WAIT_CALL_REGION_END);
}

/* Returns what the slot of the thread that begins it held before. */
static struct timer_slot begin_region(struct region *r)
{
	struct timer_slot before = { 0 };

	if (preload_slot)
		before = *preload_slot;
	r->number = 1 + atomic_fetch_add(&regions_begun, 1);
	set_region(r, WAIT_CALL_REGION_START);
	return before;
}

static void end_region(const struct region *r, const struct timer_slot *before)
{
	struct timer_slot *s = preload_slot;

	/* where regions overlap, the later end counts */
	if ((int)(r->number - atomic_load(&regions_ended)) > 0)
		atomic_store(&regions_ended, r->number);
	preload_region_ends(r->number);
	if (s) {
		s->site = before->site;
		s->frame = before->frame;
		s->region = before->region;
		atomic_signal_fence(memory_order_release);
		s->call = before->call;
	}
}

/* dlsym(RTLD_NEXT) depends on the calling object, and here the caller is the
 * program */
static long region(any next, const long a[8])
{
	struct region r = { .data = (void *)a[1] };
	struct timer_slot before;
	long result;

	memcpy(&r.body, &a[0], sizeof(r.body));
	before = begin_region(&r);
	result = ((any8)next)((long)run_region, (long)&r, a[2], a[3], a[4],
	                      a[5], a[6], a[7]);
	end_region(&r, &before);
	return result;
}

#define REGION(name, kind)                                                     \
	PRELOAD_EXPORT long in_front_of_##name(long a, long b, long c, long d, \
	                                       long e, long f, long g,         \
	                                       long h) __asm__(#name);         \
	long in_front_of_##name(long a, long b, long c, long d, long e,        \
	                        long f, long g, long h)                        \
	{                                                                      \
		return region(real(WAIT_CALL_##name, #name, SITE),             \
		              (const long[]){ a, b, c, d, e, f, g, h });       \
	}

WAIT_CALLS_REGION(REGION)

/*
 * A region of LLVM's library: its body takes as many words as the call says,
 * after two that the library gives it. It gets more, as above.
 */
enum { FEW_WORDS = 16, MANY_WORDS = 256, MOST_WORDS = 4 * MANY_WORDS };

#define EACH4(a, i) (a)[i], (a)[(i) + 1], (a)[(i) + 2], (a)[(i) + 3]
#define EACH16(a, i)                                                           \
	EACH4(a, i), EACH4(a, (i) + 4), EACH4(a, (i) + 8), EACH4(a, (i) + 12)
#define EACH64(a, i)                                                           \
	EACH16(a, i), EACH16(a, (i) + 16), EACH16(a, (i) + 32),                \
		EACH16(a, (i) + 48)
#define EACH256(a) EACH64(a, 0), EACH64(a, 64), EACH64(a, 128), EACH64(a, 192)

struct llvm_region {
	struct region r;
	int words;
	long word[MANY_WORDS];
};

static void run_llvm_region(long thread, long bound, struct llvm_region *p)
{
	const struct region r = p->r;
	any body;

	memcpy(&body, &r.body, sizeof(body));
	if (preload_slot)
		preload_slot->call = 0;
	if (p->words <= FEW_WORDS)
		body(thread, bound, EACH16(p->word, 0));
	else
		body(thread, bound, EACH256(p->word));
	set_region(&r, WAIT_CALL_REGION_END);
}

/* Not watched, as it takes more words than others do. */
static void pass_on(any next, long place, int words, void (*body)(void *),
                    va_list ap)
{
	long word[MOST_WORDS] = { 0 };

	if (words > MOST_WORDS)
		abort(); /* no program names so many variables */
	for (int i = 0; i < words; i++)
		word[i] = va_arg(ap, long);
	next(place, words, (long)body, EACH256(word), EACH256(word + 256),
	     EACH256(word + 512), EACH256(word + 768));
}

PRELOAD_EXPORT void in_front_of_kmpc_fork_call(long place, int words,
                                               void (*body)(void *),
                                               ...) __asm__("__kmpc_fork_call");

void in_front_of_kmpc_fork_call(long place, int words, void (*body)(void *),
                                ...)
{
	static any next;
	struct llvm_region p = { .r.body = body, .words = words };
	struct timer_slot before;
	va_list ap;

	if (!next)
		next = look_up(WAIT_CALL_NONE, "__kmpc_fork_call", SITE);
	va_start(ap, body);
	if (words > MANY_WORDS) {
		pass_on(next, place, words, body, ap);
		va_end(ap);
		return;
	}
	for (int i = 0; i < words; i++)
		p.word[i] = va_arg(ap, long);
	va_end(ap);
	before = begin_region(&p.r);
	next(place, 1, (long)run_llvm_region, (long)&p, 0, 0);
	end_region(&p.r, &before);
}
/* NOLINTEND(readability-function-size) */
