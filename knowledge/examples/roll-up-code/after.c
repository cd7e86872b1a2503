/* The same as a loop. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 3072, TIMES = 400 };

static unsigned x[N + 2];

__attribute__((noipa))
/* show: begin */
static void
work(unsigned *v, unsigned by)
{
	for (int k = 0; k < N; k++)
		v[k] += (v[k] >> 3) ^ (v[k + 2] * 5 + by);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		work(x, (unsigned)r);
		sum += x[r % N] % 1000;
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
