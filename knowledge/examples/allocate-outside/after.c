/* Allocates once. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, SIZE = 16, TIMES = 60 };

__attribute__((noipa))
/* show: begin */
static double
work(int n, size_t size)
{
	double *t = malloc(size * sizeof(*t));
	double sum = 0;

	for (int i = 0; i < n; i++) {
		for (size_t k = 0; k < size; k++)
			t[k] = (double)(i + (int)k);
		sum += t[i % (int)size];
	}
	free(t);
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(N, SIZE);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
