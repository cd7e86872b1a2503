/*
 * The hot loop is in a function that the compiler puts into its caller: the
 * time belongs to the caller, the lines to the function.
 *
 *      inlined STEPS           (eight divisions a step)
 */
#include "../kernel.h"

static inline __attribute__((always_inline)) double refine(double x, double c,
                                                           size_t steps)
{
	for (size_t i = 0; i < steps; i++) { /* hot loop begin */
		x = c / (c / (c / (c / x)));
		x = c / (c / (c / (c / x)));
	} /* hot loop end */
	return x;
}

HOT static double solve(double x, size_t steps)
{
	return refine(x, 11.3, steps) + 1;
}

int main(int argc, char **argv)
{
	kernel_keep(solve(3.7, kernel_arg(argc, argv, 1)));
	return 0;
}
