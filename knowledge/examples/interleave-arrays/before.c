/* Three arrays, read at the same scattered places. */
#include <stdio.h>
#include <stdlib.h>

enum { TABLE = 1 << 20, N = 1 << 18, TIMES = 8 };

static double x[TABLE], y[TABLE], z[TABLE];
static int index[N];

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

__attribute__((noipa))
/* show: begin */
static double
work(const int *k, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += x[k[i]] * y[k[i]] + z[k[i]];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	unsigned state = 1;
	double sum = 0;

	for (int i = 0; i < TABLE; i++)
		x[i] = y[i] = z[i] = i % 10;
	for (int i = 0; i < N; i++)
		index[i] = (int)(next(&state) % TABLE);
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(index, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
