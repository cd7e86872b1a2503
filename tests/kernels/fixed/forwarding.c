/*
 * forwarding.c with four tables that are changed in turn (several-tables).
 *
 *      forwarding PASSES
 */
#include "../kernel.h"

enum { KEYS = 4096 };

HOT static void add_same(const uint64_t *key, double (*sum)[KEYS])
{
	for (size_t i = 0; i < KEYS; i += 4) {
		sum[0][key[i]] += 1.5;
		sum[1][key[i + 1]] += 1.5;
		sum[2][key[i + 2]] += 1.5;
		sum[3][key[i + 3]] += 1.5;
	}
}

int main(int argc, char **argv)
{
	static uint64_t key[KEYS];
	static double sum[4][KEYS];

	for (size_t k = kernel_arg(argc, argv, 1); k > 0; k--)
		add_same(key, sum);
	kernel_keep(sum[0][0] + sum[1][0] + sum[2][0] + sum[3][0]);
	return 0;
}
