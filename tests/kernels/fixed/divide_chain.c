/*
 * divide_chain.c with numerator and denominator apart: one division for eight
 * (divide-chain).
 *
 *      divide_chain STEPS      (what were eight divisions each)
 */
#include "../kernel.h"

HOT static double divide(double x, double c, size_t steps)
{
	for (size_t i = 0; i < steps; i++) {
		double above = x, below = 1;

		for (int k = 0; k < 4; k++) {
			/* c / (c / x), for x = above / below */
			above *= c;
			below *= c;
		}
		x = above / below;
	}
	return x;
}

int main(int argc, char **argv)
{
	kernel_keep(divide(3.7, 11.3, kernel_arg(argc, argv, 1)));
	return 0;
}
