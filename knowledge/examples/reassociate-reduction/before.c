/* The same source, with and without leave to reorder the sum. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 2000 };

static double a[N], b[N];

__attribute__((noipa))
/* show: begin */
static double
work(const double *x, const double *y, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += x[i] * y[i];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		a[i] = i % 10 + 0.1;
		b[i] = i % 7 + 0.3;
	}
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(a, b, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
