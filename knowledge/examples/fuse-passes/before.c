/* Three passes over the arrays. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 20, TIMES = 3 };

static double a[N], b[N], c[N], d[N];

__attribute__((noipa))
/* show: begin */
static void
work(double *restrict u, const double *restrict v, const double *restrict w,
     double *restrict t, int n)
{
	for (int i = 0; i < n; i++)
		t[i] = v[i] + w[i];
	for (int i = 0; i < n; i++)
		u[i] = u[i] * 0.5 + t[i];
	for (int i = 0; i < n; i++)
		u[i] = u[i] - v[i] * w[i];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		b[i] = i % 10 + 0.5;
		c[i] = i % 7;
	}
	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, b, c, d, N);
		sum += a[r % N] + d[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
