/* A polynomial from powers. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static double x[N], y[N];

__attribute__((noipa))
/* show: begin */
static void
work(double a, double b, double c, double d)
{
	for (int i = 0; i < N; i++)
		y[i] = a * x[i] * x[i] * x[i] + b * x[i] * x[i] + c * x[i] + d;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i % 9 * 0.25;
	for (long r = 0; r < repeats * 3000; r++) {
		work(1, 2, 3, 4);
		sum += y[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
