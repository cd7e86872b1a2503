/* The list was sorted into blocks of the table once. */
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

enum { BLOCKS = 4096, IN_BLOCK = TABLE / BLOCKS };

static void sort_into_blocks(int *k, int n)
{
	static int start[BLOCKS + 1], sorted[N];

	for (int i = 0; i < n; i++)
		start[k[i] / IN_BLOCK + 1]++;
	for (int i = 0; i < BLOCKS; i++)
		start[i + 1] += start[i];
	for (int i = 0; i < n; i++)
		sorted[start[k[i] / IN_BLOCK]++] = k[i];
	for (int i = 0; i < n; i++)
		k[i] = sorted[i];
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
	sort_into_blocks(index, N);
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(table, index, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
