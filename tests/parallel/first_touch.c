/* One thread writes to all of the memory first, that both will use. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 100000000, PASSES = 3 };

int main(void)
{
	float *a = malloc(N * sizeof(*a));
	double s = 0;

	if (!a)
		return 1;
#ifdef FIXED
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
