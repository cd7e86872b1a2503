/* Keeps each number of ways in a table. */
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 11, N = 40000 };

static double x[N];

/* show: begin */
static long known[SIDE + 1][SIDE + 1]; /* 0: not yet */

/* From a corner of a grid to the other one, right or down */
__attribute__((noinline)) static long work_ways(int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 1;
	if (known[rows][columns] == 0)
		known[rows][columns] = work_ways(rows - 1, columns) +
		                       work_ways(rows, columns - 1);
	return known[rows][columns];
}
/* show: end */

__attribute__((noipa)) static double work(int n, const double *x)
{
	const double ways = (double)work_ways(SIDE, SIDE);
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += x[i] / ways;
	return sum;
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i % 100;
	for (long r = 0; r < repeats; r++)
		sum += work(N, x);
	printf("checksum %.10g\n", sum);
	return 0;
}
