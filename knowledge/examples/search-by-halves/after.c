/* The same by halves. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 10000 };

static int keys[N];

__attribute__((noipa))
/* show: begin */
static int
work(const int *sorted, int n, int key)
{
	int first = 0;

	while (n > 0) {
		const int half = n / 2;

		if (sorted[first + half] < key) {
			first += half + 1;
			n -= half + 1;
		} else {
			n = half;
		}
	}
	return first;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	unsigned state = 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		keys[i] = 3 * i;
	for (long r = 0; r < repeats * TIMES; r++) {
		state = state * 1664525U + 1013904223U;
		sum += work(keys, N, (int)(state >> 8) % (3 * N));
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
