/*
 * The matrix product of the PerfExpert paper (Fig. 2), with its loops in a bad
 * order: the inner one goes down the columns of b, so that each step touches
 * another cache line. Compare mmm_better.c.
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 768 };

static double a[N][N], b[N][N], c[N][N];

__attribute__((noinline)) static void matrixproduct(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++)
				c[i][j] += a[i][k] * b[k][j];
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = i + j;
			b[i][j] = i - j;
		}
	matrixproduct();
	printf("c[1][2] = %g\n", c[1][2]);
	return 0;
}
