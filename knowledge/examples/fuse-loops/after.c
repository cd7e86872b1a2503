/* One loop: each element is loaded once. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 20 };

static double x[N], y[N];

__attribute__((noipa))
/* show: begin */
static double
work(double a, double b)
{
	double norm = 0;

	for (int i = 0; i < N; i++) {
		x[i] = a * x[i] + b;
		y[i] += x[i];
		norm += y[i] * x[i];
	}
	return norm;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i % 100;
	for (long r = 0; r < repeats * 3; r++)
		sum += work(0.5, 1.0);
	printf("checksum %.10g\n", sum);
	return 0;
}
