/*
 * front.c - in front of MPI's functions
 *
 * Each is called with as many words as the widest takes: all of MPI's arguments
 * are integers or pointers, and what a function does not take it does not look
 * at, on the machines that we know. Both names of each are ours, MPI's and that
 * of its profiling interface; of nested calls the outermost counts.
 */
#include "library.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "measure/collect/mpi/area.h"

#define EXPORT __attribute__((visibility("default")))
#define CALLER                                                                 \
	(&(const struct caller){ (uintptr_t)__builtin_return_address(0),       \
	                         (uintptr_t)__builtin_dwarf_cfa() })

typedef long (*any)(long, long, long, long, long, long, long, long, long, long,
                    long, long, long, long);

static const struct {
	enum mpi_rule rule;
	int handle;
} table[] = {
#define ROW(name, rule, handle, large)                                         \
	[MPI_CALL_##name] = { MPI_RULE_##rule, handle },
	MPI_CALLS(ROW)
};

static __thread int inside __attribute__((tls_model("initial-exec")));

/* Is this process measured? It is known when MPI starts. */
static int measured;

static __attribute__((noinline, cold)) any look_up(any *found, const char *name)
{
	void *at = abi_symbol(name);

	if (!at)
		abort(); /* called, but nowhere: it would not have been */
	*(void **)found = at;
	return *found;
}

static long go_on(any next, const long w[WORDS])
{
	return next(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9],
	            w[10], w[11], w[12], w[13]);
}

uint64_t front_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void begin(void)
{
	struct mpi_area *a;
	static char version[8192];
	const char *why;

	if (measured || !sites_open())
		return;
	a = sites_area();
	why = abi_find(version);
	for (size_t i = 0; i < sizeof(a->library) - 1 && version[i] &&
	                   version[i] != '\n' && version[i] != ',';
	     i++)
		a->library[i] = version[i];
	for (size_t i = 0; why && i < sizeof(a->unknown) - 1 && why[i]; i++)
		a->unknown[i] = why[i];
	measured = !why;
}

static long start_mpi(any next, struct call *c, const struct caller *from)
{
	struct mpi_area *a;
	long result;

	begin();
	if (!measured)
		return go_on(next, c->words);
	a = sites_area();
	c->begun_ns = front_now();
	inside++;
	result = go_on(next, c->words);
	inside--;
	a->begun_ns = c->ended_ns = front_now();
	/* MPI_THREAD_MULTIPLE is 3 in both interfaces */
	if (c->number == MPI_CALL_Init_thread && *(int *)c->words[3] == 3)
		messages_threads();
	c->site = sites_find(c->number, sites_program(from));
	if (c->site)
		sites_time(c->site, c->ended_ns - c->begun_ns);
	if (real.comm_rank(abi.comm_world, &a->rank) != 0 ||
	    real.comm_size(abi.comm_world, &a->size) != 0)
		measured = 0;
	else
		a->stride = 1;
	return result;
}

static long end_mpi(any next, struct call *c)
{
	struct mpi_area *a = sites_area();
	long result;

	inside++;
	a->ended_ns = c->begun_ns = front_now();
	a->finished = 1;
	result = go_on(next, c->words);
	if (c->site)
		sites_time(c->site, front_now() - c->begun_ns);
	measured = 0;
	inside--;
	return result;
}

static long measure(any next, struct call *c, const struct caller *from)
{
	const uint64_t from_ns = front_now();
	long own[WORDS];
	struct moved moved;
	struct kept kept;
	long result;

	for (size_t i = 0; i < WORDS; i++)
		own[i] = c->words[i];
	c->words = own;
	c->site = sites_find(c->number, sites_program(from));
	if (c->rule == MPI_RULE_FINALIZE)
		return end_mpi(next, c);
	if (!c->site)
		return go_on(next, c->words);
	inside++;
	moved = sizes_of(c);
	messages_before(c, &kept);
	c->begun_ns = front_now();
	result = go_on(next, c->words);
	sites_area()->ended_ns = c->ended_ns = front_now();
	sites_time(c->site, c->ended_ns - c->begun_ns);
	messages_after(c, &kept, (int)result == 0, &moved);
	if (moved.is_message)
		sites_message(c->site, moved.sent, moved.received);
	__atomic_fetch_add(&sites_area()->own_ns,
	                   c->begun_ns - from_ns + front_now() - c->ended_ns,
	                   __ATOMIC_RELAXED);
	inside--;
	return result;
}

static long front(any next, enum mpi_call number, bool large,
                  const long words[WORDS], const struct caller *from)
{
	struct call c = {
		.number = number,
		.rule = table[number].rule,
		.handle = table[number].handle,
		.large = large,
		.words = (long *)words,
	};

	if (inside)
		return go_on(next, words);
	if (c.rule == MPI_RULE_INIT)
		return start_mpi(next, &c, from);
	return measured ? measure(next, &c, from) : go_on(next, words);
}

#define FRONT(function, symbol, number, large)                                 \
	EXPORT long function(long a, long b, long c, long d, long e, long f,   \
	                     long g, long h, long i, long j, long k, long l,   \
	                     long m, long n) __asm__(symbol);                  \
	long function(long a, long b, long c, long d, long e, long f, long g,  \
	              long h, long i, long j, long k, long l, long m, long n)  \
	{                                                                      \
		static any next;                                               \
                                                                               \
		return front(next ? next : look_up(&next, symbol), number,     \
		             large,                                            \
		             (const long[]){ a, b, c, d, e, f, g, h, i, j, k,  \
		                             l, m, n },                        \
		             CALLER);                                          \
	}

#define BOTH(name, suffix, large)                                              \
	FRONT(front_##name##suffix, "MPI_" #name #suffix, MPI_CALL_##name,     \
	      large)                                                           \
	FRONT(front_P##name##suffix, "PMPI_" #name #suffix, MPI_CALL_##name,   \
	      large)
#define FRONT_ONLY(name)
#define FRONT_LARGE(name) BOTH(name, _c, true)
#define FRONTS(name, rule, handle, large)                                      \
	BOTH(name, , false)                                                    \
	FRONT_##large(name)

MPI_CALLS(FRONTS)
