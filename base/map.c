#include "map.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "banned.h"
#include "hash.h"
#include "mem.h"

struct entry {
	const char *key;
	void *value;
	bool owned; /* the key is ours */
};

struct map {
	struct entry *entries;
	size_t n, cap;
	struct hash hash;
};

struct map *map_new(void)
{
	return mem_alloc(1, sizeof(struct map));
}

void map_free(struct map *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->n; i++) {
		if (m->entries[i].owned)
			free((char *)(uintptr_t)m->entries[i].key);
	}
	free(m->entries);
	hash_release(&m->hash);
	free(m);
}

static bool same(const void *key, uint32_t index, const void *entries)
{
	const struct entry *e = entries;

	return strcmp(e[index].key, key) == 0;
}

static struct entry *find(const struct map *m, const char *key, uint64_t hash)
{
	uint32_t i = hash_find(&m->hash, hash, same, key, m->entries);

	return i == HASH_NONE ? NULL : &m->entries[i];
}

void *map_get(const struct map *m, const char *key)
{
	const struct entry *e = m ? find(m, key, hash_text(key)) : NULL;

	return e ? e->value : NULL;
}

static void put(struct map *m, const char *key, void *value, bool copy)
{
	const uint64_t hash = hash_text(key);
	struct entry *e = find(m, key, hash);

	if (e) {
		e->value = value;
		return;
	}
	m->entries =
		mem_grow(m->entries, &m->cap, m->n + 1, sizeof(*m->entries));
	m->entries[m->n] = (struct entry){
		.key = copy ? mem_strdup(key) : key,
		.value = value,
		.owned = copy,
	};
	hash_add(&m->hash, hash, (uint32_t)m->n++);
}

void map_put(struct map *m, const char *key, void *value)
{
	put(m, key, value, true);
}

void map_put_static(struct map *m, const char *key, void *value)
{
	put(m, key, value, false);
}

size_t map_size(const struct map *m)
{
	return m ? m->n : 0;
}

const char *map_key(const struct map *m, size_t i)
{
	assert(i < m->n);
	return m->entries[i].key;
}

void *map_value(const struct map *m, size_t i)
{
	assert(i < m->n);
	return m->entries[i].value;
}
