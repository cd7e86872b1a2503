/*
 * Counts random keys in a table of BINS numbers, which is far larger than the
 * caches: a load and a store of the same line each time.
 *
 *      histogram BINS KEYS             (BINS a power of two)
 */
#include "../kernel.h"

HOT static uint64_t count_keys(uint64_t *bin, unsigned shift, size_t keys)
{
	uint64_t x = 1;

	for (size_t i = 0; i < keys; i++) { /* hot loop begin */
		x = x * 6364136223846793005ULL + 1442695040888963407ULL;
		bin[x >> shift]++;
	} /* hot loop end */
	return x;
}

int main(int argc, char **argv)
{
	const size_t bins = kernel_arg(argc, argv, 1);
	const size_t keys = kernel_arg(argc, argv, 2);
	uint64_t *bin = kernel_pages(bins * sizeof(*bin));

	for (size_t i = 0; i < bins; i += 8)
		bin[i] = 1;
	kernel_keep((double)count_keys(bin, (unsigned)__builtin_clzll(bins) + 1,
	                               keys));
	return 0;
}
