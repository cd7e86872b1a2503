/* Treats the border outside of the loop. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 1500 };

static double a[N], b[N];

__attribute__((noipa))
/* show: begin */
static void
work(double *x, const double *y, int n)
{
	x[0] = y[0];
	for (int i = 1; i < n - 1; i++)
		x[i] = y[i - 1] + y[i + 1];
	x[n - 1] = y[n - 1];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		b[i] = i % 10 + 0.5;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, b, N);
		sum += a[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
