/* Each element is added atomically. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000, TIMES = 10 };

static int a[N];

__attribute__((noipa))
/* show: begin */
static long
work(const int *v, int n)
{
	long sum = 0;

#pragma omp parallel for
	for (int i = 0; i < n; i++) {
#pragma omp atomic
		sum += v[i];
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 10;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += (double)work(a, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
