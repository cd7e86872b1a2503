/* Computes in parallel and folds the results in order. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 50000, TIMES = 4 };

static double a[N];

/* show: begin */
__attribute__((noipa))
static double
work(double scale)
{
	double out = 0;

	#pragma omp parallel for num_threads(2) ordered
	for (int i = 0; i < N; i++) {
		double x = a[i] * scale;

		#pragma omp ordered
		out = 0.5 * out + x;
	}
	return out;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 17 + 0.25;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work((double)(r % 3));
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
