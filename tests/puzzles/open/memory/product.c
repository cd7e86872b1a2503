/* The product of two matrices as in the textbook. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1024 };

static void multiply(double (*c)[N], double (*a)[N], double (*b)[N])
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++)
				c[i][j] += a[i][k] * b[k][j];
}

int main(void)
{
	double(*a)[N] = malloc(sizeof(double) * N * N);
	double(*b)[N] = malloc(sizeof(double) * N * N);
	double(*c)[N] = calloc(N, sizeof(*c));
	double sum = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = (i + j) % 10;
			b[i][j] = (i * j) % 7;
		}
	for (int round = 0; round < 1; round++)
		multiply(c, a, b);
	for (int i = 0; i < N; i++)
		sum += c[i][i];
	printf("%.1f\n", sum);
	return 0;
}
