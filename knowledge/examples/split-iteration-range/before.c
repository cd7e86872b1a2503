/* Asks in each iteration whether it is at the border. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 1500 };

static double a[N], b[N];

__attribute__((noipa))
/* show: begin */
static void
work(double *x, const double *y, int n)
{
	for (int i = 0; i < n; i++) {
		if (i == 0 || i == n - 1)
			x[i] = y[i];
		else
			x[i] = y[i - 1] + y[i + 1];
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		b[i] = i % 10 + 0.5;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, b, N);
		sum += a[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
