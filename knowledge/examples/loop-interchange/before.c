/* A matrix product whose innermost loop walks down a column. */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 8, N = 1024 };

static double a[ROWS][N], b[N][N], c[ROWS][N];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++)
				c[i][j] += a[i][k] * b[k][j];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			b[i][j] = (i + j) % 7;
			a[i % ROWS][j] = (i + 2 * j) % 5;
		}
	for (long r = 0; r < repeats; r++)
		work();
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < N; j++)
			sum += c[i][j] * (j % 3 + 1);
	printf("checksum %.10g\n", sum);
	return 0;
}
