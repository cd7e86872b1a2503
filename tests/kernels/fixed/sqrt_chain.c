/*
 * sqrt_chain.c in single precision (float-for-double).
 *
 *      sqrt_chain STEPS        (four square roots and four additions each)
 */
#include <math.h>
#include "../kernel.h"

HOT static float roots(float x, float c, size_t steps)
{
	for (size_t i = 0; i < steps; i++) {
		x = sqrtf(x + c);
		x = sqrtf(x + c);
		x = sqrtf(x + c);
		x = sqrtf(x + c);
	}
	return x;
}

int main(int argc, char **argv)
{
	kernel_keep((double)roots(3.7f, 11.3f, kernel_arg(argc, argv, 1)));
	return 0;
}
