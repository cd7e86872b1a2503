/* Stores double, computes in double. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 3 << 20, TIMES = 2 };

static double a[N], b[N];

__attribute__((noipa))
/* show: begin */
static void
work(double *restrict x, const double *restrict y, int n)
{
	for (int i = 0; i < n; i++)
		x[i] = x[i] * 0.5 + y[i];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		b[i] = i % 10 + 0.1;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, b, N);
		sum += a[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
