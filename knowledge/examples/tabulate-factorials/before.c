/* Binomial coefficients by factorials that are computed for each of them */
#include <stdio.h>
#include <stdlib.h>

enum { ORDER = 24, TIMES = 250 };

/* show: begin */
__attribute__((noipa)) static double
work_factorial(int n)
{
	double product = 1;

	for (int i = 2; i <= n; i++)
		product *= i;
	return product;
}

__attribute__((noipa)) static double
work(double x)
{
	double sum = 0;

	for (int n = 0; n < ORDER; n++)
		for (int k = 0; k <= n; k++)
			sum += x * work_factorial(n) /
			       (work_factorial(k) * work_factorial(n - k));
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++)
		sum += work(1e-6 * (double)(r % 10));
	printf("checksum %.10g\n", sum);
}
