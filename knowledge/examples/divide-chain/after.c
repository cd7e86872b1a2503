/* Multiplies the divisors and divides once in eight. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 4000 };

static double d[N];

__attribute__((noipa))
/* show: begin */
static double
work(double x)
{
	for (int i = 0; i < N; i += 8) {
		double product = d[i];

		for (int k = 1; k < 8; k++)
			product *= d[i + k];
		x = x / product;
	}
	return x;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		d[i] = i % 2 ? 1.25 : 0.8;
	for (long r = 0; r < repeats * 600; r++)
		sum += work(1.0 + (double)(r % 3));
	printf("checksum %.10g\n", sum);
	return 0;
}
