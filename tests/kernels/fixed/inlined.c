/*
 * inlined.c with numerator and denominator apart: one division for eight
 * (divide-chain).
 *
 *      inlined STEPS           (what were eight divisions a step)
 */
#include "../kernel.h"

static inline __attribute__((always_inline)) double refine(double x, double c,
                                                           size_t steps)
{
	for (size_t i = 0; i < steps; i++) {
		double above = x, below = 1;

		for (int k = 0; k < 4; k++) {
			above *= c;
			below *= c;
		}
		x = above / below;
	}
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
