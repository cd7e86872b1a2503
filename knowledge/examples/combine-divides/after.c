/* One divide by the product. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static double a[N], b[N], c[N], y[N];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int i = 0; i < N; i++)
		y[i] = a[i] / (b[i] * c[i]);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		a[i] = i % 7 + 1;
		b[i] = i % 5 + 1.5;
		c[i] = i % 3 + 2.5;
	}
	for (long r = 0; r < repeats * 2500; r++) {
		work();
		sum += y[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
