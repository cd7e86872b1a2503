/* One sum that runs on keeps all of the loop scalar. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 500 };

static double a[N], b[N], c[N];

static inline double series(double x)
{
	double even = 0.5, odd = 0.25;

	for (int k = 1; k <= 8; k++) {
		even = even * x * x + 1.0 / k;
		odd = odd * x * x - 0.5 / k;
	}
	return even + x * odd;
}

__attribute__((noipa))
/* show: begin */
static void
work(double *restrict x, double *restrict run, const double *y, int n)
{
	for (int i = 1; i < n; i++) {
		x[i] = series(y[i]);
		run[i] = run[i - 1] + x[i];
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		c[i] = i % 10 * 0.1;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, b, c, N);
		sum += b[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
