/*
 * Nothing wrong: independent integer work on registers with few loads, all of
 * them hits, and branches that are easy to predict.
 *
 *      healthy STEPS
 */
#include "../kernel.h"

enum { WORDS = 1024 };

HOT static uint64_t mix(const uint64_t *word, size_t steps)
{
	uint64_t a = 1, b = 2, c = 3, d = 4;

	for (size_t i = 0; i < steps; i++) { /* hot loop begin */
		const uint64_t w = word[i % WORDS];

		a += w ^ 0x55;
		b ^= w + 0x33;
		c += w - 0x11;
		d ^= w | 0x0f;
		a ^= b + 0x77;
		c ^= d + 0x1b;
	} /* hot loop end */
	return a + b + c + d;
}

int main(int argc, char **argv)
{
	static uint64_t word[WORDS];
	uint64_t state = 88172645463325252ULL;

	for (size_t i = 0; i < WORDS; i++)
		word[i] = kernel_random(&state);
	kernel_keep((double)mix(word, kernel_arg(argc, argv, 1)));
	return 0;
}
