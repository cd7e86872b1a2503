/* Compares the square of the distance. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static double x[N], y[N];

__attribute__((noipa))
/* show: begin */
static long
work(int n, const double *x, const double *y, double r)
{
	long near = 0;

	for (int i = 0; i < n; i++) {
		for (int k = 0; k < i; k++) {
			const double dx = x[i] - x[k], dy = y[i] - y[k];

			near += dx * dx + dy * dy < r * r;
		}
	}
	return near;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		x[i] = (i * 7919 % 1009) / 1009.0;
		y[i] = (i * 6007 % 1013) / 1013.0;
	}
	for (long r = 0; r < repeats; r++)
		sum += (double)work(N, x, y, 0.1003);
	printf("checksum %.10g\n", sum);
	return 0;
}
