/* Positions of particles in a periodic box: floor() for each. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 4000 };
static double x[N], y[N];

/* show: begin */
__attribute__((noinline)) static void work(double *to, const double *from,
                                           double box)
{
	const double inverse = 1 / box;

	for (int i = 0; i < N; i++)
		to[i] = from[i] - box * floor(from[i] * inverse);
}
/* show: end */

int main(int argc, char **argv)
{
	const int repeats = argc > 1 ? atoi(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = 0.37 * i - 500;
	for (int k = 0; k < 400 * repeats; k++)
		work(y, x, 10 + k % 7);
	for (int i = 0; i < N; i++)
		sum += y[i];
	printf("checksum %.10g\n", sum);
	return 0;
}
