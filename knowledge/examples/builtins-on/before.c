/* Adds up absolute values. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 1500 };

static double a[N];

/* show: begin */
__attribute__((noipa))
static double
work(double x)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		sum += fabs(a[i] - x);
	return sum;
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
