/* The column is copied once into an array without gaps. */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 200, N = 1024 };

static double a[ROWS][N], b[N][N], y[ROWS];

__attribute__((noipa))
/* show: begin */
static void
work(int column)
{
	double copy[N];

	for (int k = 0; k < N; k++)
		copy[k] = b[k][column];
	for (int i = 0; i < ROWS; i++) {
		double sum = 0;

		for (int k = 0; k < N; k++)
			sum += a[i][k] * copy[k];
		y[i] = sum;
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int k = 0; k < N; k++)
		for (int j = 0; j < N; j++)
			b[k][j] = (k + j) % 5;
	for (int i = 0; i < ROWS; i++)
		for (int k = 0; k < N; k++)
			a[i][k] = (i + k) % 7;
	for (long r = 0; r < repeats * 25; r++) {
		work((int)(r % N));
		sum += y[r % ROWS];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
