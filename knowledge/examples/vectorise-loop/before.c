/* Small matrix times vector through pointers that may overlap. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, ELEMENTS = 60 };

__attribute__((noipa))
/* show: begin */
static void
work(double *y, const double *a, const double *x, int n)
{
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			y[i] += a[j * n + i] * x[j];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	static double a[N * N], x[N], y[N];
	double sum = 0;

	for (int i = 0; i < N * N; i++)
		a[i] = i % 13 * 0.5;
	for (int i = 0; i < N; i++)
		x[i] = i % 3;
	for (long r = 0; r < repeats * 1500; r++) {
		work(y, a, x, N);
		sum += y[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
