/* Smooths a ring of values, each with its neighbours. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 500, ROWS = 200 };

static double x[ROWS][N], y[ROWS][N];

__attribute__((noipa))
/* show: begin */
static void
work(double (*restrict to)[N], double (*restrict from)[N])
{
	for (int r = 0; r < ROWS; r++)
		for (int i = 0; i < N; i++)
			to[r][i] = 0.5 * from[r][i] +
			           0.25 * (from[r][(i + N - 1) % N] +
			                   from[r][(i + 1) % N]);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int r = 0; r < ROWS; r++)
		for (int i = 0; i < N; i++)
			x[r][i] = (r + i) % 17;
	for (long k = 0; k < repeats * 4; k++) {
		work(y, x);
		work(x, y);
	}
	for (int r = 0; r < ROWS; r++)
		for (int i = 0; i < N; i++)
			sum += x[r][i] * (i % 3 + 1);
	printf("checksum %.10g\n", sum);
	return 0;
}
