/* The C library sorts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 2000 };

/* show: begin */
static int
work_compare(const void *p, const void *q)
{
	const double a = *(const double *)p, b = *(const double *)q;

	return (a > b) - (a < b);
}

__attribute__((noipa)) static void
work(double *a, int n)
{
	qsort(a, (size_t)n, sizeof(*a), work_compare);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	static double given[N], a[N];
	unsigned x = 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		x = x * 1664525u + 1013904223u;
		given[i] = x >> 8;
	}
	for (long r = 0; r < 2 * repeats; r++) {
		memcpy(a, given, sizeof(a));
		work(a, N);
		sum += a[r % N] + a[N / 2];
	}
	printf("checksum %.10g\n", sum);
}
