/* One thread writes to all of the memory first, that both will use. */
#define _DEFAULT_SOURCE /* madvise(2) */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { N = 100000000, PASSES = 3 };

int main(void)
{
#ifdef FIXED_fewer_page_faults
	const size_t huge = 1 << 21,
		     size = (N * sizeof(float) / huge + 1) * huge;
	float *a = aligned_alloc(huge, size);
#else
	float *a = malloc(N * sizeof(*a));
#endif
	double s = 0;

	if (!a)
		return 1;
#ifdef FIXED_fewer_page_faults
	madvise(a, size, MADV_HUGEPAGE);
#elif defined(FIXED)
#pragma omp parallel for num_threads(2)
#endif
	for (long i = 0; i < N; i++)
		a[i] = (float)(i & 1023); /* HERE */
	for (int k = 0; k < PASSES; k++) {
#pragma omp parallel for num_threads(2) reduction(+ : s)
		for (long i = 0; i < N; i++)
			s += a[i];
	}
	printf("%g\n", s);
	free(a);
	return 0;
}
