#include "map.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "banned.h"
#include "mem.h"

struct entry {
	const char *key;
	void *value;
	uint64_t hash;
	bool owned; /* the key is ours */
};

/* slots hold indices into entries plus one, 0 for free; size a power of 2 */
struct map {
	struct entry *entries;
	size_t n, cap;
	uint32_t *slots;
	size_t nslots;
};

/* FNV-1a; keys come from files, but a crafted clash only costs time linearly
 * in the file's own size per lookup, which the readers bound. */
static uint64_t hash_of(const char *s)
{
	uint64_t h = 14695981039346656037u;

	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	return h ^ h >> 32;
}

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
	free(m->slots);
	free(m);
}

static size_t slot_of(const struct map *m, const char *key, uint64_t hash)
{
	size_t i = hash & (m->nslots - 1);

	while (m->slots[i]) {
		const struct entry *e = &m->entries[m->slots[i] - 1];

		if (e->hash == hash && strcmp(e->key, key) == 0)
			break;
		i = (i + 1) & (m->nslots - 1);
	}
	return i;
}

void *map_get(const struct map *m, const char *key)
{
	uint32_t slot;

	if (!m || !m->n)
		return NULL;
	slot = m->slots[slot_of(m, key, hash_of(key))];
	return slot ? m->entries[slot - 1].value : NULL;
}

static void rehash(struct map *m)
{
	m->nslots = m->nslots ? m->nslots * 2 : 16;
	free(m->slots);
	m->slots = mem_alloc(m->nslots, sizeof(*m->slots));
	for (size_t i = 0; i < m->n; i++) {
		const struct entry *e = &m->entries[i];

		m->slots[slot_of(m, e->key, e->hash)] = (uint32_t)i + 1;
	}
}

static void put(struct map *m, const char *key, void *value, bool copy)
{
	uint64_t hash = hash_of(key);
	size_t slot;

	if (m->n * 4 >= m->nslots * 3)
		rehash(m);
	slot = slot_of(m, key, hash);
	if (m->slots[slot]) {
		m->entries[m->slots[slot] - 1].value = value;
		return;
	}
	m->entries =
		mem_grow(m->entries, &m->cap, m->n + 1, sizeof(*m->entries));
	m->entries[m->n++] = (struct entry){
		.key = copy ? mem_strdup(key) : key,
		.value = value,
		.hash = hash,
		.owned = copy,
	};
	m->slots[slot] = (uint32_t)m->n;
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
