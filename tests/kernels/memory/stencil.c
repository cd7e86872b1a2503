/*
 * A five-point stencil in the right loop order: three rows stay in the first
 * cache, so one line of each array is missed every eight points.
 *
 *      stencil N PASSES
 */
#include "../kernel.h"

HOT static void sweep(double *restrict new, const double *restrict old,
                      size_t n)
{
	for (size_t i = 1; i + 1 < n; i++) {
		const double *p = old + i * n;

		for (size_t j = 1; j + 1 < n; j++) { /* hot loop begin */
			new[i * n + j] = 0.25 * (p[j - 1] + p[j + 1] +
			                         p[j - n] + p[j + n]);
		} /* hot loop end */
	}
}

int main(int argc, char **argv)
{
	const size_t n = kernel_arg(argc, argv, 1);
	const size_t passes = kernel_arg(argc, argv, 2);
	double *old = kernel_pages(n * n * sizeof(*old));
	double *new = kernel_pages(n * n * sizeof(*new));

	for (size_t i = 0; i < n * n; i++)
		old[i] = new[i] = 1;
	for (size_t k = 0; k < passes; k++)
		sweep(new, old, n);
	return new[n + 1] != 1;
}
