/* The same source, without and with the instruction. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 500 };

static unsigned long long a[N];

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

__attribute__((noipa))
/* show: begin */
static long
work(const unsigned long long *v, int n)
{
	long bits = 0;

	for (int i = 0; i < n; i++)
		bits += __builtin_popcountll(v[i]);
	return bits;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	unsigned state = 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = (unsigned long long)next(&state) << 20 ^ next(&state);
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += (double)work(a, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
