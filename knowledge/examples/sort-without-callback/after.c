/* Sorts with a comparison that is compiled in. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, TIMES = 2000 };

static int a[N];

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

/* show: begin */
__attribute__((noipa)) static int work(int *v, int n, unsigned state)
{
	for (int i = 0; i < n; i++)
		v[i] = (int)(next(&state) % 1000);
	for (int i = 1; i < n; i++) { /* few elements: insertion sort */
		const int x = v[i];
		int k = i;

		for (; k > 0 && v[k - 1] > x; k--)
			v[k] = v[k - 1];
		v[k] = x;
	}
	return v[n / 2];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(a, N, (unsigned)r);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
