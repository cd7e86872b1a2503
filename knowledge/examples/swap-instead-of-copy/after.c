/* Exchanges the arrays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1 << 19, STEPS = 8, TIMES = 2 };

static double u[N], v[N];

__attribute__((noipa))
/* show: begin */
static double
work(double *old, double *new, int n)
{
	for (int s = 0; s < STEPS; s++) {
		double *t = old;

		for (int i = 1; i < n - 1; i++)
			new[i] = 0.5 * (old[i - 1] + old[i + 1]);
		old = new;
		new = t;
	}
	return old[n / 2];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		u[i] = v[i] = i % 10;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(u, v, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
