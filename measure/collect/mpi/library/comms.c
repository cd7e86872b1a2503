/*
 * comms.c - communicators, by numbers that are the same in all their processes
 *
 * The number is made of the members' ranks in MPI_COMM_WORLD and of how many
 * communicators of the same members were made before: they are made by all of
 * their members in the same order.
 */
#include "library.h"

#include <stdlib.h>

enum { GROW = 64 };

/* How many of the same members there were. */
struct members {
	uint64_t hash;
	uint32_t n;
};

static struct {
	struct comm *comm;
	size_t n, cap, last;
	struct members *members;
	size_t nmembers, cap_members;
} known;

static bool room(void **array, size_t *cap, size_t n, size_t size)
{
	void *more;

	if (n < *cap)
		return true;
	more = realloc(*array, (*cap + GROW) * size);
	if (!more)
		return false;
	*array = more;
	*cap += GROW;
	return true;
}

/* A number for the same members; 0: not known */
static uint64_t hash_members(uint64_t comm, int size)
{
	uint64_t all = 0, own = 0, hash = 1;
	int *ranks = calloc((size_t)size, 2 * sizeof(*ranks));

	if (!ranks)
		return 0;
	for (int i = 0; i < size; i++)
		ranks[i] = i;
	if (real.comm_group(comm, &own) != 0 ||
	    real.comm_group(abi.comm_world, &all) != 0 ||
	    real.group_translate(abi_handle_at((long)&own, 0), size, ranks,
	                         abi_handle_at((long)&all, 0),
	                         ranks + size) != 0)
		hash = 0;
	for (int i = 0; hash && i < size; i++)
		hash = ranks[size + i] < 0
		               ? 0
		               : log_mix(hash, (uint64_t)ranks[size + i]);
	if (own)
		real.group_free(&own);
	if (all)
		real.group_free(&all);
	free(ranks);
	return hash;
}

static uint32_t number_of(uint64_t hash)
{
	for (size_t i = 0; i < known.nmembers; i++) {
		if (known.members[i].hash == hash)
			return ++known.members[i].n;
	}
	if (!room((void **)&known.members, &known.cap_members, known.nmembers,
	          sizeof(*known.members)))
		return 0;
	known.members[known.nmembers++] = (struct members){ hash, 1 };
	return 1;
}

static struct comm describe(uint64_t handle)
{
	struct comm c = { .handle = handle };
	uint64_t hash;
	int inter = 0;

	if (handle == abi.comm_null ||
	    real.comm_test_inter(handle, &inter) != 0 || inter ||
	    real.comm_rank(handle, &c.rank) != 0 ||
	    real.comm_size(handle, &c.size) != 0 || c.size < 2)
		return c;
	hash = hash_members(handle, c.size);
	if (hash)
		c.id = log_mix(hash, number_of(hash));
	return c;
}

const struct comm *comms_find(uint64_t handle)
{
	static struct comm none;

	if (known.last < known.n && known.comm[known.last].handle == handle)
		return &known.comm[known.last];
	for (size_t i = 0; i < known.n; i++) {
		if (known.comm[i].handle == handle) {
			known.last = i;
			return &known.comm[i];
		}
	}
	none = (struct comm){ .handle = handle };
	if (!room((void **)&known.comm, &known.cap, known.n,
	          sizeof(*known.comm)))
		return &none;
	known.comm[known.n] = describe(handle);
	known.last = known.n;
	return &known.comm[known.n++];
}

void comms_forget(uint64_t handle)
{
	for (size_t i = 0; i < known.n; i++) {
		if (known.comm[i].handle == handle) {
			known.comm[i] = known.comm[--known.n];
			return;
		}
	}
}
