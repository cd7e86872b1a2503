/*
 * Floating-point additions, each of which waits for the one before.
 *
 *      add_chain STEPS         (sixteen additions each)
 */
#include "../kernel.h"

HOT static double add(double x, double c, size_t steps)
{
	for (size_t i = 0; i < steps; i++) { /* hot loop begin */
		x = x + c + c + c + c + c + c + c + c;
		x = x + c + c + c + c + c + c + c + c;
	} /* hot loop end */
	return x;
}

int main(int argc, char **argv)
{
	kernel_keep(add(3.7, 0.3, kernel_arg(argc, argv, 1)));
	return 0;
}
