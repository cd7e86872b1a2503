/* The class is the number of limits that a value reaches. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000, TIMES = 10 };

static double x[N];
static long classes[4];

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

__attribute__((noipa))
/* show: begin */
static void
work(const double *v, int n, long *found)
{
	for (int i = 0; i < n; i++) {
		const int k = (v[i] >= 0.25) + (v[i] >= 0.5) + (v[i] >= 0.75);

		found[k]++;
	}
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
		work(x, N, classes);
		sum += (double)classes[r % 4];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
