/* The long loop inside, five times. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, DIM = 5, TIMES = 600 };

static double a[N * DIM], b[N * DIM];

__attribute__((noipa))
/* show: begin */
static void
work(double *restrict x, const double *restrict y, int n, int dim)
{
	for (int d = 0; d < dim; d++)
		for (int i = 0; i < n; i++) /* a[component][point] */
			x[d * n + i] += 0.5 * y[d * n + i] + 1.0;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N * DIM; i++)
		b[i] = i % N % 10;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, b, N, DIM + (int)(repeats < 0));
		sum += a[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
