/*
 * callers.c - where a library that calls us was called by the program, without
 * unwinding the same again and again
 *
 * The interface for Fortran calls that for C. The address to which the
 * program's call returns is on the stack, at the same distance from our own
 * frame each time. It is only believed where unwinding has found it once.
 */
#include "callers.h"

#include <string.h>

enum {
	THROUGH = 256, /* places in libraries that call us */
	KNOWN = 4096,  /* and where these were called */
	FARTHEST = 2048
};

/* Threads may write at the same time: an entry is one word. */
static uint64_t through[THROUGH]; /* address << 16 | bytes from our frame */
static uint64_t known[KNOWN];     /* of an address and where it was called */

static uint64_t mix(uint64_t x)
{
	x *= 0x9e3779b97f4a7c15u;
	return x ^ x >> 32;
}

static uint64_t pair_of(uintptr_t address, uintptr_t program)
{
	return mix(mix(address) + program) | 1;
}

static uintptr_t word_at(uintptr_t at)
{
	uintptr_t word;

	memcpy(&word, (const void *)at, sizeof(word));
	return word;
}

uintptr_t callers_known(const struct caller *c)
{
	const uint64_t entry = __atomic_load_n(
		&through[mix(c->address) % THROUGH], __ATOMIC_RELAXED);
	uint64_t pair;
	uintptr_t program;

	if (!entry || entry >> 16 != (c->address & ~(uint64_t)0 >> 16))
		return 0;
	program = word_at(c->frame + (entry & 0xffff));
	pair = pair_of(c->address, program);
	return __atomic_load_n(&known[pair % KNOWN], __ATOMIC_RELAXED) == pair
	               ? program
	               : 0;
}

void callers_learn(const struct caller *c, uintptr_t program, uintptr_t frame)
{
	const uintptr_t at = frame - sizeof(program);
	const uint64_t pair = pair_of(c->address, program);

	/* not on machines that keep it elsewhere */
	if (at < c->frame || at - c->frame > FARTHEST || word_at(at) != program)
		return;
	__atomic_store_n(&through[mix(c->address) % THROUGH],
	                 (uint64_t)c->address << 16 | (at - c->frame),
	                 __ATOMIC_RELAXED);
	__atomic_store_n(&known[pair % KNOWN], pair, __ATOMIC_RELAXED);
}
