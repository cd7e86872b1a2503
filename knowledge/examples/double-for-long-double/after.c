/* Sums up products. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 2000 };

static double a[N], b[N];

/* show: begin */
__attribute__((noipa))
static double
work(double x)
{
	double scale = x;

	for (int i = 0; i < N; i++)
		b[i] = scale * a[i] + 0.5 * b[i];
	return b[1];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 17 + 0.25;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work((double)(r % 3));
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
