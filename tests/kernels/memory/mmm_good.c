/*
 * A matrix product with its loops in a good order: the inner one goes along
 * the rows.
 *
 *      mmm_good N PASSES
 */
#include "../kernel.h"

HOT static void product(double *restrict c, const double *restrict a,
                        const double *restrict b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < n; k++) {
			const double x = a[i * n + k];
			size_t j;

			for (j = 0; j < n; j++) { /* hot loop begin */
				c[i * n + j] += x * b[k * n + j];
			} /* hot loop end */
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
	return c[n * n - 1] != 2.0 * (double)(n * passes);
}
