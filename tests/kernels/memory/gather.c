/*
 * Sums elements of a large array through an array of random indices: the
 * indices stream, the elements miss.
 *
 *      gather ELEMENTS INDICES PASSES  (ELEMENTS a power of two)
 */
#include "../kernel.h"

HOT static double gather(const double *a, const uint32_t *index, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++) { /* hot loop begin */
		sum += a[index[i]];
	} /* hot loop end */
	return sum;
}

int main(int argc, char **argv)
{
	const size_t elements = kernel_arg(argc, argv, 1);
	const size_t n = kernel_arg(argc, argv, 2);
	const size_t passes = kernel_arg(argc, argv, 3);
	double *a = kernel_pages(elements * sizeof(*a));
	uint32_t *index = kernel_pages(n * sizeof(*index));
	uint64_t state = 88172645463325252ULL;
	double sum = 0;

	for (size_t i = 0; i < elements; i += 8)
		a[i] = 1;
	for (size_t i = 0; i < n; i++)
		index[i] = (uint32_t)((kernel_random(&state) >> 32) &
		                      (elements - 1));
	for (size_t k = 0; k < passes; k++)
		sum += gather(a, index, n);
	kernel_keep(sum);
	return 0;
}
