/*
 * A loop that the compiler vectorises, on arrays that stay in the first cache.
 *
 *      packed N PASSES
 */
#include "../kernel.h"

HOT static void scale_add(double *restrict y, const double *restrict x,
                          double s, size_t n)
{
	for (size_t i = 0; i < n; i++) { /* hot loop begin */
		y[i] += s * x[i];
	} /* hot loop end */
}

int main(int argc, char **argv)
{
	const size_t n = kernel_arg(argc, argv, 1);
	const size_t passes = kernel_arg(argc, argv, 2);
	double *x = kernel_pages(n * sizeof(*x));
	double *y = kernel_pages(n * sizeof(*y));

	for (size_t i = 0; i < n; i++)
		x[i] = 1;
	for (size_t k = 0; k < passes; k++)
		scale_add(y, x, 2, n);
	return y[0] != 2.0 * (double)passes;
}
