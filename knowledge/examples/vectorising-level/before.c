/* The same source, compiled with -O2 and with -O3. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 1500 };

static double a[N], b[N], c[N];

__attribute__((noipa))
/* show: begin */
static void
work(double *restrict x, const double *y, const double *z, int n)
{
	for (int i = 0; i < n; i++)
		x[i] = y[i] * z[i] + 0.5 * y[i];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		b[i] = i % 10;
		c[i] = i % 7;
	}
	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, b, c, N);
		sum += a[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
