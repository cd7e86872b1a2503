/* Divides each element by the same number. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 4000 };

static double a[N], b[N];

__attribute__((noipa))
/* show: begin */
static void
work(double c)
{
	for (int i = 0; i < N; i++)
		a[i] = b[i] / c;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		b[i] = i % 10 + 0.5;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(3.0 + (double)(r % 4));
		sum += a[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
