/* Rows that are a page and a line longer. */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 48, N = 8192, TIMES = 10 };

__attribute__((noipa))
/* show: begin */
enum { PAD = 520 };

static double a[ROWS][N + PAD];

__attribute__((noipa)) static void work(double *sums, double (*x)[N + PAD],
                                        int n)
{
	for (int j = 0; j < n; j++) {
		double sum = 0;

		for (int i = 0; i < ROWS; i++)
			sum += x[i][j];
		sums[j] = sum;
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	static double sums[N];
	double sum = 0;

	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < N; j++)
			a[i][j] = i + j % 10;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(sums, a, N);
		sum += sums[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
