/* Writes numbers as text. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 5 };

static double x[N];

static inline double step(double x) /* some work */
{
	for (int k = 0; k < 30; k++)
		x = x * 0.5 + 1.0 / (x + 1.0);
	return x;
}

__attribute__((noipa))
/* show: begin */
static long
work(FILE *f, const double *v, int n)
{
	long written = 0;

	for (int i = 0; i < n; i++)
		written += fprintf(f, "%.15g\n", step(v[i])) > 0;
	return written;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	FILE *f = fopen("/dev/null", "wb");
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i / 7.0;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += (double)work(f, x, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
