/*
 * ids.h - 32-bit values by 64-bit keys
 *
 * For identifiers out of files, which may be sparse or hostile, so that they
 * are never used as an index; and for pointers.
 */
#ifndef PERFEXPERT_PROFILE_HPCTOOLKIT_IDS_H
#define PERFEXPERT_PROFILE_HPCTOOLKIT_IDS_H

#include <stddef.h>
#include <stdint.h>

#include "hash.h"

#define IDS_NONE UINT32_MAX /* not in the table; never a value */

struct ids_entry {
	uint64_t key;
	uint32_t value;
};

/* Ready when zeroed. */
struct ids {
	struct ids_entry *entries;
	size_t n, cap;
	struct hash hash;
};

void ids_release(struct ids *ids);

/* ids_get - the value of key, or IDS_NONE */
uint32_t ids_get(const struct ids *ids, uint64_t key);

/* ids_add - key's value if it has one already, else value, which it has now */
uint32_t ids_add(struct ids *ids, uint64_t key, uint32_t value);

#endif
