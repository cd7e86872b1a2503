/* Heights of which each thread computes all */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 400, COLUMNS = 200 };

/* show: begin */
__attribute__((noipa)) static void work(double *to, const double *from)
{
#pragma omp parallel
	for (int i = 1; i < ROWS - 1; i++)
		for (int j = 1; j < COLUMNS - 1; j++) {
			const double *at = from + i * COLUMNS + j;

			to[i * COLUMNS + j] =
				0.25 * (at[-1] + at[1]) / (1 + at[0] * at[0]) +
				0.25 * (at[-COLUMNS] + at[COLUMNS]);
		}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double *a = malloc(sizeof(double) * ROWS * COLUMNS);
	double *b = malloc(sizeof(double) * ROWS * COLUMNS);

	for (int i = 0; i < ROWS * COLUMNS; i++)
		a[i] = b[i] = 1e-3 * (i % 1000);
	for (long r = 0; r < repeats; r++) {
		work(b, a);
		work(a, b);
	}
	printf("checksum %.10g\n", a[ROWS / 2 * COLUMNS + COLUMNS / 2]);
	free(a);
	free(b);
}
