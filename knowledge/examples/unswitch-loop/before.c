/* Tests in each iteration what can't change. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 2500 };

static int a[N], b[N];

struct options {
	int add, limit;
};

__attribute__((noipa))
/* show: begin */
static void
work(int *x, const int *y, int n, const struct options *o)
{
	for (int i = 0; i < n; i++) {
		if (o->add)
			x[i] += y[i];
		else
			x[i] = y[i];
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	const struct options options = { 1, 0 };
	double sum = 0;

	for (int i = 0; i < N; i++)
		b[i] = i % 10;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, b, N, &options);
		sum += a[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
