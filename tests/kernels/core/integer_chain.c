/*
 * A generator of random numbers as it is often written: each multiplication
 * waits for the one before it, and nothing else takes any time.
 *
 *      integer_chain NUMBERS
 */
#include "../kernel.h"

HOT static uint64_t generate(uint64_t x, size_t n)
{
	for (size_t i = 0; i < n; i++) /* hot loop begin */
		x = x * 6364136223846793005u + 1442695040888963407u;
	/* hot loop end */
	return x;
}

int main(int argc, char **argv)
{
	kernel_keep((double)generate(1, kernel_arg(argc, argv, 1)));
	return 0;
}
