/* One parallel region over the rows. */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 400, N = 1024, TIMES = 4 };

static double a[ROWS][N];

__attribute__((noipa))
/* show: begin */
static void
work(double (*x)[N], double by)
{
#pragma omp parallel for
	for (int row = 0; row < ROWS; row++)
		for (int i = 0; i < N; i++)
			x[row][i] = x[row][i] * 0.5 + by;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, (double)r);
		sum += a[r % ROWS][5];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
