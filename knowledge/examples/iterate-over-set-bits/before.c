/* Tests each of 64 bits. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000, TIMES = 2 };

static unsigned long long masks[N];
static double value[64];

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

__attribute__((noipa))
/* show: begin */
static double
work(const unsigned long long *mask, const double *v, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < 64; j++)
			if (mask[i] >> j & 1)
				sum += v[j];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	unsigned state = 1;
	double sum = 0;

	for (int i = 0; i < 64; i++)
		value[i] = i + 0.5;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < 10; j++)
			masks[i] |= 1ull << next(&state) % 64;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(masks, value, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
