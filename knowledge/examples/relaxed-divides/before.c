/* A divide for each element. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static double x[N], y[N];

__attribute__((noipa))
/* show: begin */
static void
work(double length)
{
	for (int i = 0; i < N; i++) {
		x[i] = (x[i] + 1.0) / length;
		y[i] = (y[i] + 2.0) / length;
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * 2000; r++) {
		work(2.5 + (double)(r % 3));
		sum += x[r % N] + y[(r + 1) % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
