/*
 * histogram.c with counts of one byte (smaller-types): fewer than 30 keys fall
 * into each bin.
 *
 *      histogram BINS KEYS             (BINS a power of two)
 */
#include "../kernel.h"

HOT static uint64_t count_keys(uint8_t *bin, unsigned shift, size_t keys)
{
	uint64_t x = 1;

	for (size_t i = 0; i < keys; i++) {
		x = x * 6364136223846793005ULL + 1442695040888963407ULL;
		bin[x >> shift]++;
	}
	return x;
}

int main(int argc, char **argv)
{
	const size_t bins = kernel_arg(argc, argv, 1);
	const size_t keys = kernel_arg(argc, argv, 2);
	uint8_t *bin = kernel_pages(bins * sizeof(*bin));

	for (size_t i = 0; i < bins; i += 8)
		bin[i] = 1;
	kernel_keep((double)count_keys(bin, (unsigned)__builtin_clzll(bins) + 1,
	                               keys));
	return 0;
}
