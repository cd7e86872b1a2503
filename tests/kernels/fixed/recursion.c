/*
 * recursion.c with the results kept in a table (memoize): each is computed
 * once.
 *
 *      recursion N
 */
#include "../kernel.h"

static uint64_t known[128];

HOT static uint64_t fibonacci(uint64_t n)
{
	if (n < 2)
		return n;
	if (known[n] == 0)
		known[n] = fibonacci(n - 1) + fibonacci(n - 2);
	return known[n];
}

int main(int argc, char **argv)
{
	kernel_keep((double)fibonacci(kernel_arg(argc, argv, 1)));
	return 0;
}
