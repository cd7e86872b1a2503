#include "hash.h"

#include "banned.h"
#include "mem.h"

enum { FIRST = 16 };

void hash_release(struct hash *h)
{
	free(h->slots);
	*h = (struct hash){ 0 };
}

uint64_t hash_number(uint64_t key)
{
	key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9u;
	key = (key ^ key >> 27) * 0x94d049bb133111ebu;
	return key ^ key >> 31;
}

uint64_t hash_text(const char *s)
{
	uint64_t h = 14695981039346656037u;

	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	return hash_number(h);
}

static size_t first_slot(const struct hash *h, uint32_t key)
{
	return key & (h->nslots - 1);
}

uint32_t hash_find(const struct hash *h, uint64_t hash,
                   bool (*same)(const void *key, uint32_t index,
                                const void *entries),
                   const void *key, const void *entries)
{
	const uint32_t part = (uint32_t)(hash >> 32);

	if (!h->n)
		return HASH_NONE;
	for (size_t i = first_slot(h, part); h->slots[i].index;
	     i = (i + 1) & (h->nslots - 1)) {
		const struct hash_slot *s = &h->slots[i];

		if (s->key == part && same(key, s->index - 1, entries))
			return s->index - 1;
	}
	return HASH_NONE;
}

static void put(struct hash *h, struct hash_slot slot)
{
	size_t i = first_slot(h, slot.key);

	while (h->slots[i].index)
		i = (i + 1) & (h->nslots - 1);
	h->slots[i] = slot;
}

static void grow(struct hash *h)
{
	struct hash old = *h;

	h->nslots = old.nslots ? 2 * old.nslots : FIRST;
	h->slots = mem_alloc(h->nslots, sizeof(*h->slots));
	for (size_t i = 0; i < old.nslots; i++) {
		if (old.slots[i].index)
			put(h, old.slots[i]);
	}
	free(old.slots);
}

void hash_add(struct hash *h, uint64_t hash, uint32_t index)
{
	if (h->n * 4 >= h->nslots * 3)
		grow(h);
	put(h, (struct hash_slot){ (uint32_t)(hash >> 32), index + 1 });
	h->n++;
}
