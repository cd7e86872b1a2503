/* The same source, with x87 and with SSE instructions. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 1000 };

static double x[N], y[N];

__attribute__((noipa))
/* show: begin */
static void
work(int n, double a, const double *x, double *y)
{
	for (int i = 0; i < n; i++)
		y[i] = a * x[i] + 0.5 * y[i];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i % 10;
	for (long r = 0; r < repeats * TIMES; r++)
		work(N, 0.25, x, y);
	for (int i = 0; i < N; i++)
		sum += y[i];
	printf("checksum %.10g\n", sum);
	return 0;
}
