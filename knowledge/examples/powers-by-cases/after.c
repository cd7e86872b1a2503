/* Takes powers of whole exponents from a small table. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 20, TIMES = 8000 };

static double factor[N];
static int exponent[N];

__attribute__((noipa))
/* show: begin */
static double
work(int n, const double *factor, const int *exponent, double x)
{
	const double power[] = { 1, x, x * x, x * x * x };
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += factor[i] * power[exponent[i]];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		factor[i] = 1.0 / (i + 1);
		exponent[i] = i * 7 % 4;
	}
	for (long r = 0; r < repeats * TIMES; r++)
		sum += work(N, factor, exponent, 0.001 * (double)(r % 1000));
	printf("checksum %.10g\n", sum);
	return 0;
}
