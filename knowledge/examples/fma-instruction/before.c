/* Multiplies and adds with a single rounding. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 1000 };

static double a[N], b[N];

/* show: begin */
__attribute__((noipa))
static void
work(double x)
{
	for (int i = 0; i < N; i++)
		b[i] = fma(a[i], x, fma(b[i], 0.5, 1.0));
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 17 + 0.25;
	for (long r = 0; r < repeats * TIMES; r++) {
		work((double)(r % 3));
		sum += b[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
