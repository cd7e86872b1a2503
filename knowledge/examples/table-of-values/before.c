/* Computes the sine and cosine of the same few angles again and again. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 300 };

static double x[N];
static double complex y[N];

__attribute__((noipa))
/* show: begin */
static void
work(int n, const double *x, double complex *y)
{
	static const double turn = 6.283185307179586;

	for (int k = 0; k < n; k++) {
		y[k] = 0;
		for (int i = 0; i < n; i++) {
			const double angle = turn * (i * k % n) / n;

			y[k] += x[i] * (cos(angle) - I * sin(angle));
		}
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
		work(N, x, y);
		sum += cabs(y[r % N]);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
