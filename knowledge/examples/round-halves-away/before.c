/* Finds the cells of particles. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 1000 };

static double a[N];
static long cell[N];

/* show: begin */
__attribute__((noipa)) static void work(double scale)
{
	for (int i = 0; i < N; i++)
		cell[i] = lround(a[i] * scale);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 17 + 0.25;
	for (long r = 0; r < repeats * TIMES; r++) {
		work((double)(r % 3) + 0.6);
		sum += (double)cell[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
