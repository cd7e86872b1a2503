/*
 * Follows pointers through NODES lines in an order that no prefetcher knows:
 * dependent loads, each as long as the level that holds the nodes takes.
 *
 *      chase NODES PASSES
 *
 * The order is the full cycle of a linear congruential generator (Hull and
 * Dobell 1962), so each line is visited once in a pass and a cache with true
 * LRU that is smaller than the nodes misses every time. One pass goes before
 * the hot ones, so that they find the caches as they leave them.
 */
#include "../kernel.h"

struct node {
	const struct node *next;
	char pad[56];
};

static void build(struct node *node, size_t n)
{
	for (size_t i = 0; i < n; i++)
		node[i].next = &node[(i * 1664525 + 1013904223) & (n - 1)];
}

HOT static const struct node *warm(const struct node *p, size_t steps)
{
	while (steps--)
		p = p->next;
	return p;
}

HOT static const struct node *chase(const struct node *p, size_t steps)
{
	for (size_t i = 0; i < steps; i += 8) { /* hot loop begin */
		p = p->next->next->next->next;
		p = p->next->next->next->next;
	} /* hot loop end */
	return p;
}

int main(int argc, char **argv)
{
	const size_t n = kernel_arg(argc, argv, 1);
	const size_t passes = kernel_arg(argc, argv, 2);
	struct node *node = kernel_pages(n * sizeof(*node));

	build(node, n);
	const struct node *p = chase(warm(node, n), passes * n);
	return p != node;
}
