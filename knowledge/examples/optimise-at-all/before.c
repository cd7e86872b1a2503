/* The same source, without and with optimisation. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 60, TIMES = 12 };

static double a[N][N], b[N][N], c[N][N];

__attribute__((noipa))
/* show: begin */
static void
work(double (*x)[N], double (*y)[N], double (*z)[N])
{
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++)
			for (int j = 0; j < N; j++)
				x[i][j] += y[i][k] * z[k][j];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			b[i][j] = i + j % 7;
			c[i][j] = i % 5 - j;
		}
	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, b, c);
		sum += a[r % N][3];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
