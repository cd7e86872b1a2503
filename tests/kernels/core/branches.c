/*
 * Takes a branch or not by the top bit of each byte, which is random or
 * ("sorted") changes once in the array.
 *
 *      branches random|sorted BYTES PASSES
 */
#include <string.h>
#include "../kernel.h"

HOT static size_t classify(const unsigned char *v, size_t n)
{
	size_t low = 0, high = 0;

	for (size_t i = 0; i < n; i++) { /* hot loop begin */
		if (v[i] & 0x80) {
			high += i;
			/* keeps the compiler from selecting instead */
			__asm__ volatile("");
		} else {
			low += i;
			__asm__ volatile("");
		}
	} /* hot loop end */
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
