/* Adds up in vectors, as the directive allows. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 2000 };

static double a[N];

__attribute__((noipa))
/* show: begin */
static double
work(const double *x, int n)
{
	double sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += x[i] * x[i];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 10 + 0.1;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(a, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
