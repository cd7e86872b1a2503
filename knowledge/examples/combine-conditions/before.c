/* Counts points in a box: each && is a branch. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000, TIMES = 10 };

static double x[N], y[N];

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

__attribute__((noipa))
/* show: begin */
static long
work(const double *px, const double *py, int n, double half)
{
	long inside = 0;

	for (int i = 0; i < n; i++)
		if (px[i] > -half && px[i] < half && py[i] > -half &&
		    py[i] < half)
			inside++;
	return inside;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	unsigned state = 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		x[i] = next(&state) % 1000 * 0.002 - 1.0;
		y[i] = next(&state) % 1000 * 0.002 - 1.0;
	}
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += (double)work(x, y, N, 0.7 + (double)(r % 4) * 0.01);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
