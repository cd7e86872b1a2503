/* Matrix times vector: x is loaded again for each row. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 128 };

static double a[N][N], x[N], y[N];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int i = 0; i < N; i++) {
		double sum = 0;

		for (int j = 0; j < N; j++)
			sum += a[i][j] * x[j];
		y[i] = sum;
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		x[i] = i % 5;
		for (int j = 0; j < N; j++)
			a[i][j] = (i + j) % 7;
	}
	for (long r = 0; r < repeats * 400; r++) {
		work();
		sum += y[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
