/* Every pass goes through the whole array. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 19, PASSES = 6, PIECE = 2048 };

static double x[N];

__attribute__((noipa))
/* show: begin */
static void
work(const double *factor)
{
	for (int pass = 0; pass < PASSES; pass++)
		for (int i = 0; i < N; i++)
			x[i] = x[i] * factor[pass] + 1.0;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	const double factor[PASSES] = { 0.5, 0.25, 0.125, 0.5, 0.25, 0.125 };
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i % 100;
	for (long r = 0; r < repeats * 2; r++) {
		work(factor);
		sum += x[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
