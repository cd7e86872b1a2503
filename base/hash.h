/*
 * hash.h - the one hash table: finds entries of an array elsewhere
 *
 * It holds an entry's index and a part of its key's hash; the owner keeps the
 * keys and says which are equal. Open addressing, at most 3/4 full. Entries are
 * never taken out. Ready when zeroed.
 */
#ifndef PERFEXPERT_BASE_HASH_H
#define PERFEXPERT_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HASH_NONE UINT32_MAX /* no entry */

struct hash_slot {
	uint32_t key;   /* upper half of the hash */
	uint32_t index; /* plus one; 0: free */
};

struct hash {
	struct hash_slot *slots;
	size_t n, nslots;
};

void hash_release(struct hash *h);

/*
 * hash_find - the index of the entry with that key, or HASH_NONE
 *
 * same: is the entry at index the one with that key? Asked of those whose
 * hash looks the same.
 */
uint32_t hash_find(const struct hash *h, uint64_t hash,
                   bool (*same)(const void *key, uint32_t index,
                                const void *entries),
                   const void *key, const void *entries);

/* hash_add - an entry that is not in the table, below HASH_NONE */
void hash_add(struct hash *h, uint64_t hash, uint32_t index);

/* hash_number - spreads the bits of a number (the finaliser of splitmix64) */
uint64_t hash_number(uint64_t key);

/* hash_text - FNV-1a; a crafted clash only costs time */
uint64_t hash_text(const char *s);

#endif
