/* A table of rows that were allocated one by one. */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 1 << 16, COLUMNS = 16, LOOKUPS = 500000 };

__attribute__((noipa))
/* show: begin */
static long
work(int *const *table, unsigned seed)
{
	long sum = 0;

	for (int i = 0; i < LOOKUPS; i++) {
		seed = seed * 1664525u + 1013904223u;
		sum += table[seed >> 16][seed >> 8 & (COLUMNS - 1)];
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	static int *table[ROWS];
	long sum = 0;

	for (int i = 0; i < ROWS; i++) {
		table[i] = malloc(COLUMNS * sizeof(int));
		if (!table[i])
			return 1;
		for (int k = 0; k < COLUMNS; k++)
			table[i][k] = (i + k) % 100;
	}
	for (long r = 0; r < repeats * 4; r++)
		sum += work(table, (unsigned)r);
	printf("checksum %ld\n", sum);
	return 0;
}
