/* The same source, with and without a sanitizer. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 800 };

static int a[N], b[N];

__attribute__((noipa))
/* show: begin */
static int
work(const int *x, const int *y, int n)
{
	int sum = 0;

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
		a[i] = i % 10;
		b[i] = i % 7;
	}
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(a, b, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
