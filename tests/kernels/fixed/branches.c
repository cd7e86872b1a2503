/*
 * branches.c with both sums selected by a mask (branchless-select); for sorted
 * bytes the compiler can make vectors of it (vectorise-loop).
 *
 *      branches random|sorted BYTES PASSES
 */
#include <string.h>
#include "../kernel.h"

HOT static size_t classify(const unsigned char *v, size_t n)
{
	size_t low = 0, high = 0;

	for (size_t i = 0; i < n; i++) {
		const size_t mask = -(size_t)(v[i] >> 7);

		high += i & mask;
		low += i & ~mask;
	}
	return high - low;
}

int main(int argc, char **argv)
{
	const size_t n = kernel_arg(argc, argv, 2);
	const size_t passes = kernel_arg(argc, argv, 3);
	unsigned char *v = kernel_pages(n);
	uint64_t state = 88172645463325252ULL;
	size_t sum = 0;

	for (size_t i = 0; i < n; i++)
		v[i] = (unsigned char)(strcmp(argv[1], "sorted") == 0
		                               ? i * 256 / n
		                               : kernel_random(&state) >> 56);
	for (size_t k = 0; k < passes; k++)
		sum += classify(v, n);
	kernel_keep((double)sum);
	return 0;
}
