/* Calls a procedure for one element at a time. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 1500 };

static double a[N], b[N];

/* show: begin */
__attribute__((noinline)) double work_response(double x)
{
	return (x * 0.25 + 1.5) * x + 2.0;
}

__attribute__((noipa)) static void work(double *restrict x, const double *y,
                                        int n)
{
	for (int i = 0; i < n; i++)
		x[i] = work_response(y[i]);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		b[i] = i % 100 * 0.01;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, b, N);
		sum += a[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
