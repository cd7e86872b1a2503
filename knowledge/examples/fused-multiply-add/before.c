/* Multiplies and adds by two instructions. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static double x[N], y[N];

__attribute__((noipa))
/* show: begin */
static void
work(double a, double b)
{
	for (int i = 0; i < N; i++) {
		double t = x[i];

		for (int k = 0; k < 4; k++)
			t = t * a + b;
		y[i] = t;
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i % 9;
	for (long r = 0; r < repeats * 2000; r++) {
		work(0.5, 0.25);
		sum += y[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
