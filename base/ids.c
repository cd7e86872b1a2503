#include "ids.h"

#include "banned.h"
#include "mem.h"

void ids_release(struct ids *ids)
{
	hash_release(&ids->hash);
	free(ids->entries);
	*ids = (struct ids){ 0 };
}

static bool same(const void *key, uint32_t index, const void *entries)
{
	const struct ids_entry *e = entries;

	return e[index].key == *(const uint64_t *)key;
}

uint32_t ids_get(const struct ids *ids, uint64_t key)
{
	uint32_t i = hash_find(&ids->hash, hash_number(key), same, &key,
	                       ids->entries);

	return i == HASH_NONE ? (uint32_t)IDS_NONE : ids->entries[i].value;
}

uint32_t ids_add(struct ids *ids, uint64_t key, uint32_t value)
{
	uint32_t old = ids_get(ids, key);

	if (old != IDS_NONE)
		return old;
	ids->entries = mem_grow(ids->entries, &ids->cap, ids->n + 1,
	                        sizeof(*ids->entries));
	ids->entries[ids->n] = (struct ids_entry){ key, value };
	hash_add(&ids->hash, hash_number(key), (uint32_t)ids->n++);
	return value;
}
