/*
 * Sums a matrix column by column where C keeps it row by row: a new line for
 * each element, all of a column in the same few cache sets.
 *
 *      column_walk N PASSES
 */
#include "../kernel.h"

HOT static double sum_columns(const double *a, size_t n)
{
	double sum = 0;

	for (size_t j = 0; j < n; j++) {
		for (size_t i = 0; i < n; i++) { /* hot loop begin */
			sum += a[i * n + j];
		} /* hot loop end */
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
