/*
 * column_walk.c with its loops exchanged (loop-interchange).
 *
 *      column_walk N PASSES
 */
#include "../kernel.h"

HOT static double sum_columns(const double *a, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < n; j++) {
			sum += a[i * n + j];
		}
	}
	return sum;
}

int main(int argc, char **argv)
{
	const size_t n = kernel_arg(argc, argv, 1);
	const size_t passes = kernel_arg(argc, argv, 2);
	double *a = kernel_pages(n * n * sizeof(*a));
	double sum = 0;

	for (size_t i = 0; i < n * n; i++)
		a[i] = 1;
	for (size_t k = 0; k < passes; k++)
		sum += sum_columns(a, n);
	return sum != (double)(n * n * passes);
}
