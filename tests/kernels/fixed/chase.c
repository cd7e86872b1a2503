/*
 * chase.c with its nodes in the order in which they are walked
 * (array-of-elements).
 *
 *      chase NODES PASSES
 */
#include "../kernel.h"

struct node {
	const struct node *next;
	char pad[56];
};

static void build(struct node *node, size_t n)
{
	for (size_t i = 0; i < n; i++)
		node[i].next = &node[(i + 1) & (n - 1)];
}

HOT static const struct node *warm(const struct node *p, size_t steps)
{
	while (steps--)
		p = p->next;
	return p;
}

HOT static const struct node *chase(const struct node *p, size_t steps)
{
	for (size_t i = 0; i < steps; i += 8) {
		p = p->next->next->next->next;
		p = p->next->next->next->next;
	}
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
