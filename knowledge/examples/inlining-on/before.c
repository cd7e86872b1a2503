/* Computes distances with a small function. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 1500 };

static double a[N], b[N];

/* show: begin */
static double work_square(double x)
{
	return x * x;
}

__attribute__((noipa))
static void
work(double x, double y)
{
	for (int i = 0; i < N; i++)
		b[i] = work_square(a[i] - x) + work_square(a[i] - y);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 17 + 0.25;
	for (long r = 0; r < repeats * TIMES; r++) {
		work((double)(r % 3), 2.0);
		sum += b[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
