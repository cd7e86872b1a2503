/* Computes each square: one multiplication. */
#include <stdio.h>
#include <stdlib.h>

enum { LOOKUPS = 1000000 };

__attribute__((noipa))
/* show: begin */
static double
work(unsigned seed)
{
	double sum = 0;

	for (int i = 0; i < LOOKUPS; i++) {
		seed = seed * 1664525u + 1013904223u;
		const double x = seed >> 13;
		sum += x * x;
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * 4; r++)
		sum += work((unsigned)r);
	printf("checksum %.10g\n", sum);
	return 0;
}
