/* Limits values with branches and conditional stores. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000, TIMES = 8 };

static double x[N];

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

__attribute__((noipa))
/* show: begin */
static void
work(double *v, int n, double limit)
{
	for (int i = 0; i < n; i++) {
		if (v[i] > limit)
			v[i] = limit;
		else if (v[i] < -limit)
			v[i] = -limit;
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	unsigned state = 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = next(&state) % 1000 * 0.002 - 1.0;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(x, N, 0.7 - 0.4 * (double)r / (double)(repeats * TIMES));
		sum += x[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
