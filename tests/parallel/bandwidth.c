/* Two threads go through more memory than it can deliver to both. */
#include <stdio.h>
#include <stdlib.h>

#ifdef FIXED
typedef float number;
#else
typedef double number;
#endif
enum { N = 20000000, PASSES = 50 };

int main(void)
{
	number *a = malloc(N * sizeof(*a)), *b = malloc(N * sizeof(*b));
	number *c = malloc(N * sizeof(*c));

	if (!a || !b || !c)
		return 1;
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < N; i++) {
		a[i] = 0;
		b[i] = (number)i;
		c[i] = 1;
	}
	for (int k = 0; k < PASSES; k++) {
#pragma omp parallel for num_threads(2)
		for (int i = 0; i < N; i++)
			a[i] = b[i] + 3 * c[i] + (number)k; /* HERE */
	}
	printf("%g\n", (double)a[N / 2]);
	free(a);
	free(b);
	free(c);
	return 0;
}
