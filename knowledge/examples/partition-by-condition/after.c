/* Orders the elements by kind once, then needs no test. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 50000, TIMES = 1, PASSES = 30 };

struct item {
	double x, y;
	int heavy;
};

static struct item items[N];

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

__attribute__((noipa))
/* show: begin */
static double
work(struct item *it, int n)
{
	double light = 0, heavy = 0;
	int nheavy = 0;

	for (int i = 0; i < n; i++) {
		if (it[i].heavy) { /* to the front */
			const struct item moved = it[nheavy];

			it[nheavy++] = it[i];
			it[i] = moved;
		}
	}
	for (int pass = 0; pass < PASSES; pass++) {
		for (int i = 0; i < nheavy; i++)
			heavy += it[i].x / it[i].y;
		for (int i = nheavy; i < n; i++)
			light += it[i].x * it[i].y;
	}
	return light + heavy;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	unsigned state = 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		for (int i = 0; i < N; i++) {
			items[i].x = i % 10 + 0.5;
			items[i].y = i % 7 + 1.0;
			items[i].heavy = next(&state) >> 16 & 1;
		}
		sum += work(items, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
