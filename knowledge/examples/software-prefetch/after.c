/* Asks for the entry that is needed eight iterations later. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 21, LOOKUPS = 200000 };

static double table[N];
static int index_of[LOOKUPS + 16];

__attribute__((noipa))
/* show: begin */
static double
work(void)
{
	double sum = 0;

	for (int i = 0; i < LOOKUPS; i++) {
		double x = table[index_of[i]];

		__builtin_prefetch(&table[index_of[i + 8]]);
		for (int k = 0; k < 12; k++)
			x = x * 0.5 + 1.0;
		sum = (sum + x) * 0.999;
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		table[i] = i % 100;
	for (int i = 0; i < LOOKUPS + 16; i++)
		index_of[i] = (int)((unsigned)i * 2654435761u >> 11);
	for (long r = 0; r < repeats * 2; r++)
		sum += work();
	printf("checksum %.10g\n", sum);
	return 0;
}
