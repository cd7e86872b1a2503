/* Heat in a rod: the matrix of neighbours, solved as a full one */
#include <stdio.h>
#include <stdlib.h>

enum { N = 80, TIMES = 6 };

static double a[N][N];

/* show: begin */
__attribute__((noipa)) static void work_matrix(double c)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			a[i][j] = i == j ? 1 + 2 * c : abs(i - j) == 1 ? -c : 0;
}

__attribute__((noipa)) static void work_eliminate(double *x)
{
	for (int k = 0; k < N; k++)
		for (int i = k + 1; i < N; i++) {
			double f = a[i][k] / a[k][k];

			for (int j = k; j < N; j++)
				a[i][j] -= f * a[k][j];
			x[i] -= f * x[k];
		}
}
/* show: end */

static void work(double *x, double c)
{
	work_matrix(c);
	work_eliminate(x);
	for (int i = N - 1; i >= 0; i--) {
		for (int j = i + 1; j < N; j++)
			x[i] -= a[i][j] * x[j];
		x[i] /= a[i][i];
	}
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double x[N] = { 0 }, sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		x[0] += 1;
		work(x, 0.1 + 1e-6 * (double)(r % 10));
	}
	for (int i = 0; i < N; i++)
		sum += x[i];
	printf("checksum %.10g\n", sum);
}
