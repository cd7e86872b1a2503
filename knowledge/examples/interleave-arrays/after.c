/* One array of records with the three. */
#include <stdio.h>
#include <stdlib.h>

enum { TABLE = 1 << 20, N = 1 << 18, TIMES = 8 };

struct record {
	double x, y, z, unused;
};

static struct record p[TABLE];
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
		sum += p[k[i]].x * p[k[i]].y + p[k[i]].z;
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	unsigned state = 1;
	double sum = 0;

	for (int i = 0; i < TABLE; i++)
		p[i].x = p[i].y = p[i].z = i % 10;
	for (int i = 0; i < N; i++)
		index[i] = (int)(next(&state) % TABLE);
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(index, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
