/* Goes through a table in the order of an unsorted index list. */
#include <stdio.h>
#include <stdlib.h>

enum { TABLE = 1 << 21, N = 1 << 19, TIMES = 8 };

static double table[TABLE];
static int index[N];

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

__attribute__((noipa))
/* show: begin */
static double
work(const double *t, const int *k, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += t[k[i]];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	unsigned state = 1;
	double sum = 0;

	for (int i = 0; i < TABLE; i++)
		table[i] = i % 1000 * 0.5;
	for (int i = 0; i < N; i++)
		index[i] = (int)(next(&state) % TABLE);
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(table, index, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
