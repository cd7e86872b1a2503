/* All sweeps over a block before the next one. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 3 << 21, SWEEPS = 9, BLOCK = 1 << 14, TIMES = 1 };

static double a[N];

__attribute__((noipa))
/* show: begin */
static void
work(double *x, int n, double f)
{
	for (int k = 0; k < n; k += BLOCK)
		for (int s = 0; s < SWEEPS; s++)
			for (int i = k; i < k + BLOCK; i++)
				x[i] = x[i] * f + 1.0;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, N, 0.5);
		sum += a[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
