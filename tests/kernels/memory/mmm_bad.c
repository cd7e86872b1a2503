/*
 * A matrix product with its loops in a bad order: the inner one goes down the
 * columns of the second factor, a new line and soon a new page each time.
 *
 *      mmm_bad N PASSES
 */
#include "../kernel.h"

HOT static void product(double *restrict c, const double *restrict a,
                        const double *restrict b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < n; j++) {
			double sum = 0;
			size_t k;

			for (k = 0; k < n; k++) { /* hot loop begin */
				sum += a[i * n + k] * b[k * n + j];
			} /* hot loop end */
			c[i * n + j] = sum;
		}
	}
}

int main(int argc, char **argv)
{
	const size_t n = kernel_arg(argc, argv, 1);
	const size_t passes = kernel_arg(argc, argv, 2);
	double *a = kernel_pages(n * n * sizeof(*a));
	double *b = kernel_pages(n * n * sizeof(*b));
	double *c = kernel_pages(n * n * sizeof(*c));

	for (size_t i = 0; i < n * n; i++) {
		a[i] = 1;
		b[i] = 2;
	}
	for (size_t k = 0; k < passes; k++)
		product(c, a, b, n);
	return c[n * n - 1] != 2.0 * (double)n;
}
