/*
 * The triad of the STREAM benchmark (McCalpin 1995): three streams, one miss
 * for each line of each.
 *
 *      triad N PASSES
 */
#include "../kernel.h"

HOT static void triad(double *restrict a, const double *restrict b,
                      const double *restrict c, double s, size_t n)
{
	for (size_t i = 0; i < n; i++) { /* hot loop begin */
		a[i] = b[i] + s * c[i];
	} /* hot loop end */
}

static void fill(double *a, double value, size_t n)
{
	for (size_t i = 0; i < n; i++)
		a[i] = value;
}

int main(int argc, char **argv)
{
	const size_t n = kernel_arg(argc, argv, 1);
	const size_t passes = kernel_arg(argc, argv, 2);
	double *a = kernel_pages(n * sizeof(*a));
	double *b = kernel_pages(n * sizeof(*b));
	double *c = kernel_pages(n * sizeof(*c));

	fill(a, 0, n);
	fill(b, 1, n);
	fill(c, 2, n);
	for (size_t k = 0; k < passes; k++)
		triad(a, b, c, 3, n);
	return a[n - 1] != 7;
}
