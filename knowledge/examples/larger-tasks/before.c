/* Makes tasks down to few elements. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 100000, SMALL = 8, LARGE = 8192, TIMES = 3 };

static double a[N];

__attribute__((noipa))
/* show: begin */
static double
work_sum(const double *v, int n)
{
	double left, right = 0;

	if (n < SMALL) {
		for (int i = 0; i < n; i++)
			right += v[i];
		return right;
	}
#pragma omp task shared(left)
	left = work_sum(v, n / 2);
	right = work_sum(v + n / 2, n - n / 2);
#pragma omp taskwait
	return left + right;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 10;
	for (long r = 0; r < repeats * TIMES; r++) {
		double total = 0;

#pragma omp parallel
#pragma omp single
		total = work_sum(a, N);
		sum += total;
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
