/*
 * ids.h - a hash table from 64-bit keys to 32-bit values
 *
 * For identifiers out of files: they may be sparse or hostile, so they are
 * never used as an index.
 */
#ifndef PERFEXPERT_PROFILE_HPCTOOLKIT_IDS_H
#define PERFEXPERT_PROFILE_HPCTOOLKIT_IDS_H

#include <stddef.h>
#include <stdint.h>

enum { IDS_NONE = UINT32_MAX }; /* not in the table; never a value */

struct ids_entry {
	uint64_t key;
	uint32_t value;
};

/* Ready when zeroed. */
struct ids {
	struct ids_entry *slots; /* value IDS_NONE: free */
	size_t n, nslots;
};

void ids_release(struct ids *ids);

/* ids_get - the value of key, or IDS_NONE */
uint32_t ids_get(const struct ids *ids, uint64_t key);

/* ids_add - key's value if it has one already, else value, which it has now */
uint32_t ids_add(struct ids *ids, uint64_t key, uint32_t value);

/* ids_hash - spreads the bits of a key (the finaliser of splitmix64) */
uint64_t ids_hash(uint64_t key);

#endif
