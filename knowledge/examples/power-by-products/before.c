/* Cubes and fifth powers by pow, which takes any power. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 50000 };

static double x[N], y[N];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int i = 0; i < N; i++)
		y[i] = 1.5 * pow(x[i], 3) - 0.5 * pow(x[i], 5);
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
