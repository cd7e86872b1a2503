#include "ids.h"

#include "base/banned.h"
#include "base/mem.h"

void ids_release(struct ids *ids)
{
	free(ids->slots);
	*ids = (struct ids){ 0 };
}

uint64_t ids_hash(uint64_t key)
{
	key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9u;
	key = (key ^ key >> 27) * 0x94d049bb133111ebu;
	return key ^ key >> 31;
}

static struct ids_entry *slot_of(const struct ids *ids, uint64_t key)
{
	size_t i = ids_hash(key) & (ids->nslots - 1);

	while (ids->slots[i].value != IDS_NONE && ids->slots[i].key != key)
		i = (i + 1) & (ids->nslots - 1);
	return &ids->slots[i];
}

uint32_t ids_get(const struct ids *ids, uint64_t key)
{
	return ids->n ? slot_of(ids, key)->value : IDS_NONE;
}

static void rehash(struct ids *ids)
{
	struct ids_entry *old = ids->slots;
	size_t nold = ids->nslots;

	ids->nslots = nold ? 2 * nold : 64;
	ids->slots = mem_alloc(ids->nslots, sizeof(*ids->slots));
	for (size_t i = 0; i < ids->nslots; i++)
		ids->slots[i].value = IDS_NONE;
	for (size_t i = 0; i < nold; i++) {
		if (old[i].value != IDS_NONE)
			*slot_of(ids, old[i].key) = old[i];
	}
	free(old);
}

uint32_t ids_add(struct ids *ids, uint64_t key, uint32_t value)
{
	struct ids_entry *e;

	if (ids->n * 4 >= ids->nslots * 3)
		rehash(ids);
	e = slot_of(ids, key);
	if (e->value == IDS_NONE) {
		*e = (struct ids_entry){ key, value };
		ids->n++;
	}
	return e->value;
}
