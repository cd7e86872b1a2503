/*
 * add_chain.c with four sums that do not wait for each other
 * (several-sums).
 *
 *      add_chain STEPS        (sixteen additions each)
 */
#include "../kernel.h"

HOT static double add(double x, double c, size_t steps)
{
	double a = x, b = 0, d = 0, e = 0;

	for (size_t i = 0; i < steps; i++) {
		a = a + c + c + c + c;
		b = b + c + c + c + c;
		d = d + c + c + c + c;
		e = e + c + c + c + c;
	}
	return a + b + (d + e);
}

int main(int argc, char **argv)
{
	kernel_keep(add(3.7, 0.3, kernel_arg(argc, argv, 1)));
	return 0;
}
