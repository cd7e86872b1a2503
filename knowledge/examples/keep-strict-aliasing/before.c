/* The same source, with and without reliance on types. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 600 };

struct series {
	int *v;
	int n;
	int unused;
};

static double a[N];
static double *rows[1] = { a };

__attribute__((noipa))
/* show: begin */
static void
work(double **row, int n, double by)
{
	for (int i = 0; i < n; i++)
		row[0][i] += by;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		work(rows, N, (double)(r % 5));
		sum += a[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
