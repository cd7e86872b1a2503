/* A loop of few instructions, unrolled by a switch. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 3000 };

static unsigned long long a[N];

__attribute__((noipa))
/* show: begin */
static void
work(unsigned long long *x, int n, unsigned long long key)
{
	for (int i = 0; i < n; i++)
		x[i] ^= key;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, N, 3 + (unsigned)(r % 4));
		sum += (double)a[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
