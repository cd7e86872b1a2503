/* Four rows at a time: each x is loaded once for four rows. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 128 };

static double a[N][N], x[N], y[N];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int i = 0; i < N; i += 4) {
		double s0 = 0, s1 = 0, s2 = 0, s3 = 0;

		for (int j = 0; j < N; j++) {
			s0 += a[i][j] * x[j];
			s1 += a[i + 1][j] * x[j];
			s2 += a[i + 2][j] * x[j];
			s3 += a[i + 3][j] * x[j];
		}
		y[i] = s0;
		y[i + 1] = s1;
		y[i + 2] = s2;
		y[i + 3] = s3;
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
