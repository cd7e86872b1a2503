/* Binary search with a branch that is as good as random. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1024, KEYS = 1000, TIMES = 100 };

static int table[N];

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

__attribute__((noipa))
/* show: begin */
static int
work(const int *a, int n, int key)
{
	int low = 0, high = n;

	while (low < high) {
		const int middle = low + (high - low) / 2;

		if (a[middle] < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	unsigned state = 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		table[i] = 3 * i;
	for (long r = 0; r < repeats * TIMES; r++) {
		/* new keys each time: a processor learns a thousand by heart */
		for (int i = 0; i < KEYS; i++)
			sum += work(table, N,
			            (int)(next(&state) % (3 * N - 3)));
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
