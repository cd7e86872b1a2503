/* Calls through a pointer that never changes. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 800 };

static double a[N];

static double work_cube(double x)
{
	return x * x * x;
}

__attribute__((noipa))
/* show: begin */
static double
work(const double *v, int n, double (*f)(double))
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += f(v[i]);
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 10 * 0.1;
	for (long r = 0; r < repeats * TIMES; r++) {
		double (*volatile f)(double) = work_cube;

		sum += work(a, N, f);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
