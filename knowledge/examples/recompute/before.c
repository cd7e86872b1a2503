/* Looks up squares in a table that is far larger than the first caches. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 19, LOOKUPS = 1000000 };

static double square[N];

__attribute__((noipa))
/* show: begin */
static double
work(unsigned seed)
{
	double sum = 0;

	for (int i = 0; i < LOOKUPS; i++) {
		seed = seed * 1664525u + 1013904223u;
		sum += square[seed >> 13];
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		square[i] = (double)i * i;
	for (long r = 0; r < repeats * 4; r++)
		sum += work((unsigned)r);
	printf("checksum %.10g\n", sum);
	return 0;
}
