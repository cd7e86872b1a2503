/*
 * Square roots, each of which waits for the one before.
 *
 *      sqrt_chain STEPS        (four square roots and four additions each)
 */
#include <math.h>
#include "../kernel.h"

HOT static double roots(double x, double c, size_t steps)
{
	for (size_t i = 0; i < steps; i++) { /* hot loop begin */
		x = sqrt(x + c);
		x = sqrt(x + c);
		x = sqrt(x + c);
		x = sqrt(x + c);
	} /* hot loop end */
	return x;
}

int main(int argc, char **argv)
{
	kernel_keep(roots(3.7, 11.3, kernel_arg(argc, argv, 1)));
	return 0;
}
