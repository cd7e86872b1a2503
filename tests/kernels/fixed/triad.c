/*
 * triad.c with numbers of single precision (smaller-types-in-memory).
 *
 *      triad N PASSES
 */
#include "../kernel.h"

HOT static void triad(float *restrict a, const float *restrict b,
                      const float *restrict c, float s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		a[i] = b[i] + s * c[i];
	}
}

static void fill(float *a, float value, size_t n)
{
	for (size_t i = 0; i < n; i++)
		a[i] = value;
}

int main(int argc, char **argv)
{
	const size_t n = kernel_arg(argc, argv, 1);
	const size_t passes = kernel_arg(argc, argv, 2);
	float *a = kernel_pages(n * sizeof(*a));
	float *b = kernel_pages(n * sizeof(*b));
	float *c = kernel_pages(n * sizeof(*c));

	fill(a, 0, n);
	fill(b, 1, n);
	fill(c, 2, n);
	for (size_t k = 0; k < passes; k++)
		triad(a, b, c, 3, n);
	return a[n - 1] != 7;
}
