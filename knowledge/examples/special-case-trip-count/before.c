/* The inner loop always has three iterations. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000, DIM = 3, TIMES = 200 };

static int x[N * DIM], total[N];

__attribute__((noipa))
/* show: begin */
static void
work(int *out, const int *a, int n, int dim)
{
	for (int i = 0; i < n; i++) {
		int sum = 0;

		for (int d = 0; d < dim; d++)
			sum += a[i * dim + d];
		out[i] = sum;
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N * DIM; i++)
		x[i] = i % 10;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(total, x, N, DIM);
		sum += total[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
