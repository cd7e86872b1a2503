/* Picks single elements out of three arrays: three lines each time. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 17, PICKS = 500000 };

static double x[N], y[N], z[N];

__attribute__((noipa))
/* show: begin */
static double
work(unsigned seed)
{
	double sum = 0;

	for (int i = 0; i < PICKS; i++) {
		seed = seed * 1664525u + 1013904223u;
		const unsigned k = seed >> 15;

		sum += x[k] * y[k] + z[k];
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		x[i] = i % 7;
		y[i] = i % 3;
		z[i] = i % 5;
	}
	for (long r = 0; r < repeats * 4; r++)
		sum += work((unsigned)r);
	printf("checksum %.10g\n", sum);
	return 0;
}
