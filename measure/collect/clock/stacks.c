#include "stacks.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/hash.h"
#include "base/mem.h"

enum { MOST_NODES = 1 << 20 };

struct stacks {
	struct stacks_node *nodes;
	size_t n, cap;
	struct hash hash;
};

struct stacks *stacks_new(void)
{
	struct stacks *s = mem_alloc(1, sizeof(*s));

	s->nodes = mem_grow(NULL, &s->cap, 1, sizeof(*s->nodes));
	s->nodes[s->n++] = (struct stacks_node){ 0 };
	return s;
}

void stacks_free(struct stacks *s)
{
	if (!s)
		return;
	hash_release(&s->hash);
	free(s->nodes);
	free(s);
}

static bool same(const void *key, uint32_t index, const void *entries)
{
	const struct stacks_node *a = key;
	const struct stacks_node *b =
		(const struct stacks_node *)entries + index;

	return a->parent == b->parent && a->module == b->module &&
	       a->offset == b->offset;
}

uint32_t stacks_at(struct stacks *s, uint32_t parent, uint32_t module,
                   uint64_t offset)
{
	const struct stacks_node key = { .parent = parent,
		                         .module = module,
		                         .offset = offset };
	const uint64_t hash = hash_number(
		hash_number(offset ^ (uint64_t)module << 48) ^ parent);
	uint32_t i = hash_find(&s->hash, hash, same, &key, s->nodes);

	if (i != HASH_NONE)
		return i;
	if (s->n == MOST_NODES)
		return parent;
	s->nodes = mem_grow(s->nodes, &s->cap, s->n + 1, sizeof(*s->nodes));
	s->nodes[s->n] = key;
	hash_add(&s->hash, hash, (uint32_t)s->n);
	return (uint32_t)s->n++;
}

void stacks_add(struct stacks *s, uint32_t node, double time_s, bool waits)
{
	if (waits)
		s->nodes[node].waits_s += time_s;
	else
		s->nodes[node].own_s += time_s;
}

const struct stacks_node *stacks_all(const struct stacks *s, size_t *n)
{
	*n = s->n;
	return s->nodes;
}
