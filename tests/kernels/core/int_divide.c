/*
 * Integer divisions, each of which waits for the one before. None of the six
 * categories covers them: the code is slow, and no bound may be blamed.
 *
 *      int_divide STEPS        (eight divisions each)
 */
#include "../kernel.h"

HOT static uint64_t divide(uint64_t x, uint64_t c, size_t steps)
{
	for (size_t i = 0; i < steps; i++) { /* hot loop begin */
		x = c / (x | 1);
		x = c / (x | 1);
		x = c / (x | 1);
		x = c / (x | 1);
		x = c / (x | 1);
		x = c / (x | 1);
		x = c / (x | 1);
		x = c / (x | 1);
	} /* hot loop end */
	return x;
}

int main(int argc, char **argv)
{
	const size_t steps = kernel_arg(argc, argv, 1);

	kernel_keep((double)divide(12345, 0x123456789abcdefULL, steps));
	return 0;
}
