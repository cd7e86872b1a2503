/* Eight bytes for numbers below 256. */
#include <stdio.h>
#include <stdlib.h>

enum { TABLE = 1 << 22, N = 1 << 21, TIMES = 1 };

static long table[TABLE];

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

__attribute__((noipa))
/* show: begin */
static long
work(const long *t, unsigned state, int n)
{
	long sum = 0;

	for (int i = 0; i < n; i++)
		sum += t[next(&state) % TABLE];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < TABLE; i++)
		table[i] = i % 200;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += (double)work(table, (unsigned)r, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
