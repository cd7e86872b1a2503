/* One thread adds up the pull of all bodies on each. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1500 };

static double x[N], pull[N];

__attribute__((noipa))
/* show: begin */
static void
work(int n, const double *x, double *pull)
{
	for (int i = 0; i < n; i++) {
		double sum = 0;

		for (int k = 0; k < n; k++) {
			const double d = x[k] - x[i];

			sum += d / sqrt(d * d + 0.01);
		}
		pull[i] = sum;
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i * 37 % 101;
	for (long r = 0; r < repeats; r++) {
		work(N, x, pull);
		sum += pull[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
