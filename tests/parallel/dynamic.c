/* A loop that is dealt out one iteration at a time, each of nothing. */
#include <stdio.h>

enum { N = 1 << 16 };

int main(void)
{
	static double a[N];

#pragma omp parallel num_threads(2)
#ifdef FIXED
#pragma omp for
#else
#pragma omp for schedule(dynamic, 1)
#endif
	for (int i = 0; i < 1 << 24; i++) /* HERE */
		a[i % N] += i;
	printf("%g\n", a[77]);
	return 0;
}
