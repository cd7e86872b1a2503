/* Heat in a rod: only the three diagonals (the Thomas algorithm) */
#include <stdio.h>
#include <stdlib.h>

enum { N = 80, TIMES = 6 };

/* show: begin */
static double lower[N], middle[N], upper[N];

__attribute__((noipa)) static void work_matrix(double c)
{
	for (int i = 0; i < N; i++) {
		lower[i] = upper[i] = -c;
		middle[i] = 1 + 2 * c;
	}
}

__attribute__((noipa)) static void work_eliminate(double *x)
{
	for (int i = 1; i < N; i++) {
		double f = lower[i] / middle[i - 1];

		middle[i] -= f * upper[i - 1];
		x[i] -= f * x[i - 1];
	}
}
/* show: end */

static void work(double *x, double c)
{
	work_matrix(c);
	work_eliminate(x);
	x[N - 1] /= middle[N - 1];
	for (int i = N - 2; i >= 0; i--)
		x[i] = (x[i] - upper[i] * x[i + 1]) / middle[i];
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
