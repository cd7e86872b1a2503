/* Enters the critical section for each element. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000, TIMES = 3 };

static int a[N];

__attribute__((noipa))
/* show: begin */
static int
work(const int *v, int n)
{
	int best = -1;

#pragma omp parallel for
	for (int i = 0; i < n; i++) {
#pragma omp critical
		if ((v[i] ^ i) % 1000 > best)
			best = (v[i] ^ i) % 1000;
	}
	return best;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 10;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(a, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
