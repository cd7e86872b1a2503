/* Tells other threads how far it is. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 2000 };

static double a[N], b[N];
static _Atomic int progress;

/* show: begin */
__attribute__((noipa))
static void
work(double x)
{
	for (int i = 0; i < N; i++) {
		b[i] = a[i] * x;
		atomic_store_explicit(&progress, i, memory_order_relaxed);
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 17 + 0.25;
	for (long r = 0; r < repeats * TIMES; r++) {
		work((double)(r % 3));
		sum += b[r % N] + progress;
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
