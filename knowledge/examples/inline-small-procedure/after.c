/* The procedure is the file's own and is inlined. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 700 };

static double a[N];

/* show: begin */
static inline double fold(double x)
{
	return x < 1.0 ? x : x - 1.0;
}

__attribute__((noipa)) static double work(const double *v, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += fold(v[i]);
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 20 * 0.1;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(a, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
