/* Cubes and fifth powers by products. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 50000 };

static double x[N], y[N];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int i = 0; i < N; i++) {
		const double square = x[i] * x[i], cube = square * x[i];

		y[i] = 1.5 * cube - 0.5 * (cube * square);
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = 0.25 + (i % 1000) * 0.001;
	for (long r = 0; r < repeats * 2; r++)
		work();
	for (int i = 0; i < N; i++)
		sum += y[i] * (i % 7);
	printf("checksum %.10g\n", sum);
	return 0;
}
