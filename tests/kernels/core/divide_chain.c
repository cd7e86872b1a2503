/*
 * Divisions, each of which waits for the one before.
 *
 *      divide_chain STEPS      (eight divisions each)
 */
#include "../kernel.h"

HOT static double divide(double x, double c, size_t steps)
{
	for (size_t i = 0; i < steps; i++) { /* hot loop begin */
		x = c / x;
		x = c / x;
		x = c / x;
		x = c / x;
		x = c / x;
		x = c / x;
		x = c / x;
		x = c / x;
	} /* hot loop end */
	return x;
}

int main(int argc, char **argv)
{
	kernel_keep(divide(3.7, 11.3, kernel_arg(argc, argv, 1)));
	return 0;
}
