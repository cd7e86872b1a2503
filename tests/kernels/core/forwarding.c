/*
 * Counts keys that are all the same: each addition loads what the one before
 * has just stored, and waits for it to come from the queue of stores.
 *
 *      forwarding PASSES
 */
#include "../kernel.h"

enum { KEYS = 4096 };

HOT static void add_same(const uint64_t *key, double *sum)
{
	for (size_t i = 0; i < KEYS; i++) /* hot loop begin */
		sum[key[i]] += 1.5;
	/* hot loop end */
}

int main(int argc, char **argv)
{
	static uint64_t key[KEYS];
	static double sum[KEYS];

	for (size_t k = kernel_arg(argc, argv, 1); k > 0; k--)
		add_same(key, sum);
	kernel_keep(sum[0]);
	return 0;
}
