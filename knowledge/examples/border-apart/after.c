/* Smooths a ring of values, the ends apart. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 500, ROWS = 200 };

static double x[ROWS][N], y[ROWS][N];

__attribute__((noipa))
/* show: begin */
static void
work(double (*restrict to)[N], double (*restrict from)[N])
{
	for (int r = 0; r < ROWS; r++) {
		const double *f = from[r];

		to[r][0] = 0.5 * f[0] + 0.25 * (f[N - 1] + f[1]);
		for (int i = 1; i < N - 1; i++)
			to[r][i] = 0.5 * f[i] + 0.25 * (f[i - 1] + f[i + 1]);
		to[r][N - 1] = 0.5 * f[N - 1] + 0.25 * (f[N - 2] + f[0]);
	}
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
