/* Divides complex numbers. */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 600 };

static double complex a[N], b[N];

/* show: begin */
__attribute__((noipa))
static void
work(double complex shift)
{
	for (int i = 0; i < N; i++)
		b[i] = a[i] / (a[i] + shift);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 17 + 0.25 + (i % 5) * I;
	for (long r = 0; r < repeats * TIMES; r++) {
		work((double)(r % 3 + 1) - 0.5 * I);
		sum += creal(b[r % N]);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
