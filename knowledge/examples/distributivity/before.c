/* Multiplies twice by the same factor. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 4000 };

static double a[N], b[N], c[N], d[N];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int i = 0; i < N; i++)
		d[i] = a[i] * b[i] + a[i] * c[i];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		a[i] = i % 9 + 0.25;
		b[i] = i % 11 * 0.5;
		c[i] = 1.0 / (i + 1);
	}
	for (long r = 0; r < repeats * TIMES; r++) {
		work();
		sum += d[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
