/*
 * Small dense operators applied to elements one after the other, as codes with
 * nodal elements of high order do: all data are in the first cache, and what
 * takes time is the number of accesses to it (PerfExpert, SC'10, sec. IV.A).
 *
 *      dgadvec NODES PASSES    (NODES of an element)
 */
#include "../kernel.h"

HOT static void apply(double *y, const double *a, const double *x, size_t n)
{
	for (size_t j = 0; j < n; j++) {
		const double scale = x[j];

		for (size_t i = 0; i < n; i++) { /* hot loop begin */
			y[i] += a[j * n + i] * scale;
		} /* hot loop end */
	}
}

int main(int argc, char **argv)
{
	const size_t n = kernel_arg(argc, argv, 1);
	const size_t passes = kernel_arg(argc, argv, 2);
	double *a = kernel_pages(n * n * sizeof(*a));
	double *x = kernel_pages(n * sizeof(*x));
	double *y = kernel_pages(n * sizeof(*y));

	for (size_t i = 0; i < n * n; i++)
		a[i] = (double)(i % 13);
	for (size_t i = 0; i < n; i++)
		x[i] = (double)(i % 3);
	for (size_t k = 0; k < passes; k++)
		apply(y, a, x, n);
	kernel_keep(y[n / 2]);
	return 0;
}
