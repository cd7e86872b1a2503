/* Draws from the C library's generator. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000, TIMES = 20 };

__attribute__((noipa))
/* show: begin */
static double
work(int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += rand() * (1.0 / RAND_MAX);
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
