/* Each thread touches the pages that it will use. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 4 << 20, TIMES = 1 };

__attribute__((noipa))
/* show: begin */
static void
work_initialise(double *x, int n)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < n; i++)
		x[i] = i % 10;
}
/* show: end */

__attribute__((noipa)) static double work(const double *x, int n)
{
	double sum = 0;

#pragma omp parallel for schedule(static) reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += x[i];
	return sum;
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		double *x = malloc(N * sizeof(*x));

		if (!x)
			return 1;
		work_initialise(x, N);
		sum += work(x, N);
		free(x);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
