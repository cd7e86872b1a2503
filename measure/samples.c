#include "samples.h"

#include "base/banned.h"
#include "base/map.h"
#include "base/mem.h"

struct samples {
	struct map *modules; /* path -> index + 1 */
	struct sample_count *counts;
	size_t n, cap;
	uint32_t *slots; /* indices into counts plus one; 0: free */
	size_t nslots;
};

struct samples *samples_new(void)
{
	struct samples *s = mem_alloc(1, sizeof(*s));

	s->modules = map_new();
	return s;
}

void samples_free(struct samples *s)
{
	if (!s)
		return;
	map_free(s->modules);
	free(s->counts);
	free(s->slots);
	free(s);
}

uint32_t samples_module(struct samples *s, const char *path)
{
	uintptr_t index = (uintptr_t)map_get(s->modules, path);

	if (!index) {
		index = map_size(s->modules) + 1;
		map_put(s->modules, path, (void *)index);
	}
	return (uint32_t)(index - 1);
}

const char *samples_module_path(const struct samples *s, uint32_t module)
{
	return map_key(s->modules, module);
}

static bool same(const struct sample_key *a, const struct sample_key *b)
{
	return a->offset == b->offset && a->module == b->module &&
	       a->thread == b->thread && a->run == b->run &&
	       a->event == b->event;
}

static size_t slot_of(const struct samples *s, const struct sample_key *k)
{
	uint64_t h = (k->offset ^ (uint64_t)k->module << 48 ^
	              (uint64_t)k->thread << 32 ^ (uint64_t)k->run << 56 ^
	              (uint64_t)k->event << 40) *
	             0x9e3779b97f4a7c15u;
	size_t i = (h ^ h >> 29) & (s->nslots - 1);

	while (s->slots[i] && !same(&s->counts[s->slots[i] - 1].key, k))
		i = (i + 1) & (s->nslots - 1);
	return i;
}

static void rehash(struct samples *s)
{
	s->nslots = s->nslots ? s->nslots * 2 : 1024;
	free(s->slots);
	s->slots = mem_alloc(s->nslots, sizeof(*s->slots));
	for (size_t i = 0; i < s->n; i++)
		s->slots[slot_of(s, &s->counts[i].key)] = (uint32_t)i + 1;
}

struct sample_count *samples_at(struct samples *s, const struct sample_key *key)
{
	size_t slot;

	if (s->n * 2 >= s->nslots)
		rehash(s);
	slot = slot_of(s, key);
	if (!s->slots[slot]) {
		s->counts = mem_grow(s->counts, &s->cap, s->n + 1,
		                     sizeof(*s->counts));
		s->counts[s->n] = (struct sample_count){ .key = *key };
		s->slots[slot] = (uint32_t)++s->n;
	}
	return &s->counts[s->slots[slot] - 1];
}

const struct sample_count *samples_all(const struct samples *s, size_t *n)
{
	*n = s->n;
	return s->counts;
}

/* The most that a page fault is taken to cost: clearing a page of 64 KiB, or
 * a nested page walk, not a disk access. An estimate. */
static const double fault_s = 5e-6;

void samples_add_system(struct samples *s, uint16_t run, double time_s)
{
	struct sample_key kernel = { .run = run };
	double faults = 0, explained_s;

	for (size_t i = 0; i < s->n; i++) {
		if (s->counts[i].key.run == run)
			faults += s->counts[i].faults;
	}
	explained_s = faults * fault_s < time_s ? faults * fault_s : time_s;
	for (size_t i = 0; i < s->n; i++) {
		struct sample_count *c = &s->counts[i];

		if (c->key.run == run && c->faults > 0)
			c->system_s += explained_s * c->faults / faults;
	}
	kernel.module = samples_module(s, "[kernel]");
	samples_at(s, &kernel)->system_s += time_s - explained_s;
}
