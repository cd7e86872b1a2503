/* Counts the neighbours within a radius by the square of their distance. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, CENTRES = 2500 };

static double x[N], y[N];

__attribute__((noipa))
/* show: begin */
static int
work(double cx, double cy, double radius)
{
	const double square = radius * radius;
	int n = 0;

	for (int i = 0; i < N; i++) {
		const double dx = x[i] - cx, dy = y[i] - cy;

		n += dx * dx + dy * dy < square;
	}
	return n;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	long sum = 0;

	for (int i = 0; i < N; i++) {
		x[i] = i * 37 % 1000 * 0.001;
		y[i] = i * 71 % 1000 * 0.001;
	}
	for (long r = 0; r < repeats * CENTRES; r++)
		sum += work(x[r % N] + 0.0003, y[r % N], 0.2501);
	printf("checksum %ld\n", sum);
	return 0;
}
