/* Divides only where the divisor is not small. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 1500 };

static double a[N], b[N], c[N];

/* show: begin */
__attribute__((noipa))
static void
work(double limit)
{
	for (int i = 0; i < N; i++)
		c[i] = b[i] > limit ? a[i] / b[i] : 0.0;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 17 + 0.25;
	for (int i = 0; i < N; i++)
		b[i] = (i * 37) % 101 - 20.0;
	for (long r = 0; r < repeats * TIMES; r++) {
		work((double)(r % 3) + 5.0);
		sum += c[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
