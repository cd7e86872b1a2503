/* Sums a tree with tasks. */
#include <stdio.h>
#include <stdlib.h>

struct node {
	struct node *left, *right;
	long value;
};

static struct node *grow(int depth, long *seed)
{
	struct node *n = malloc(sizeof(*n));

	*seed = (*seed * 31 + 7) % 10007;
	n->value = *seed;
	n->left = depth > 0 ? grow(depth - 1, seed) : NULL;
	n->right = depth > 0 ? grow(depth - 1, seed) : NULL;
	return n;
}

static long sum(const struct node *n, int depth)
{
	long a, b;

	if (!n)
		return 0;
	if (depth > 6)
		return sum(n->left, depth + 1) + sum(n->right, depth + 1) + n->value;
#pragma omp task shared(a)
	a = sum(n->left, depth + 1);
#pragma omp task shared(b)
	b = sum(n->right, depth + 1);
#pragma omp taskwait
	return a + b + n->value;
}

int main(void)
{
	long seed = 1, total = 0;
	struct node *root = grow(16, &seed);

#pragma omp parallel
#pragma omp single
	for (int i = 0; i < 5; i++)
		total += sum(root, 0);
	printf("%ld\n", total);
	return 0;
}
