/* Adds up what is above a limit, with a branch that follows the data. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000, TIMES = 10 };

static double x[N];

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

__attribute__((noipa))
/* show: begin */
static double
work(const double *v, int n, double limit)
{
	double sum = 0;

	for (int i = 0; i < n; i++) {
		if (v[i] > limit)
			sum += v[i];
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	unsigned state = 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = next(&state) % 1000 * 0.001;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(x, N, 0.5 + (double)(r % 4) * 0.01);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
