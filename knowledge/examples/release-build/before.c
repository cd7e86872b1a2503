/* Adds up the values of a small function. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 1500 };

static double a[N];

/* show: begin */
static double limit(double x, double low, double high)
{
	return x < low ? low : x > high ? high : x;
}

__attribute__((noipa))
static double
work(double low)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		sum += limit(a[i], low, 9.0);
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
