/* Vertices numbered so that neighbours have near numbers. */
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 512, N = SIDE * SIDE };

static int offset[N + 1], neighbour[8 * N];
static struct point {
	double x, y, z, mass;
} value[N];
static double sum[N];

__attribute__((noipa))
/* show: begin */
static int
number(int x, int y)
{
	return y * SIDE + x;
}

__attribute__((noipa)) static void work(void)
{
	for (int i = 0; i < N; i++) {
		double s = 0;

		for (int k = offset[i]; k < offset[i + 1]; k++)
			s += value[neighbour[k]].mass;
		sum[i] = s;
	}
}
/* show: end */

/* The neighbours of each, in rising order */
static void connect(int x, int y)
{
	int *list = &neighbour[8 * number(x, y)], n = 0;

	for (int k = 0; k < 9; k++) {
		const int a = (x + k % 3 + SIDE - 1) % SIDE,
			  b = (y + k / 3 + SIDE - 1) % SIDE;
		int at = n, to = number(a, b);

		if (k == 4)
			continue;
		for (; at > 0 && list[at - 1] > to; at--)
			list[at] = list[at - 1];
		list[at] = to;
		n++;
	}
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double all = 0;

	for (int i = 0; i < N; i++) {
		offset[i + 1] = 8 * (i + 1);
		connect(i % SIDE, i / SIDE);
		value[number(i % SIDE, i / SIDE)].mass = i % 16;
	}
	for (long r = 0; r < repeats; r++)
		work();
	for (int i = 0; i < N; i++)
		all += sum[number(i % SIDE, i / SIDE)] * (i % 7);
	printf("checksum %.10g\n", all);
	return 0;
}
