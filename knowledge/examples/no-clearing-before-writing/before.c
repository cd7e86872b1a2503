/* Clears the array, then adds to it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1 << 18, TIMES = 16 };

static double a[N], b[N];

__attribute__((noipa))
/* show: begin */
static void
work(double *restrict x, const double *restrict y, int n, double f)
{
	memset(x, 0, (size_t)n * sizeof(*x));
	for (int i = 0; i < n; i++)
		x[i] += y[i] * f;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		b[i] = i % 10;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, b, N, (double)(r % 5));
		sum += a[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
