/* Binomial coefficients by a table of factorials */
#include <stdio.h>
#include <stdlib.h>

enum { ORDER = 24, TIMES = 250 };

/* show: begin */
static double factorial[ORDER];

__attribute__((noipa)) static double
work(double x)
{
	double sum = 0;

	for (int n = 0; n < ORDER; n++)
		for (int k = 0; k <= n; k++)
			sum += x * factorial[n] /
			       (factorial[k] * factorial[n - k]);
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	factorial[0] = 1;
	for (int n = 1; n < ORDER; n++)
		factorial[n] = factorial[n - 1] * n;
	for (long r = 0; r < repeats * TIMES; r++)
		sum += work(1e-6 * (double)(r % 10));
	printf("checksum %.10g\n", sum);
}
