/* Hands out one short iteration at a time. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000, TIMES = 6 };

static double a[N];

__attribute__((noipa))
/* show: begin */
static void
work(double *x, int n, double by)
{
#pragma omp parallel for schedule(dynamic)
	for (int i = 0; i < n; i++)
		x[i] = x[i] * 0.5 + by;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, N, (double)r);
		sum += a[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
