/* An array of structures. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 1500 };

struct point {
	double x, y, z;
};

static struct point points[N];
static double length2[N];

__attribute__((noipa))
/* show: begin */
static void
work(double *restrict out, const struct point *p, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		points[i].x = i % 10;
		points[i].y = i % 7;
		points[i].z = i % 3;
	}
	for (long r = 0; r < repeats * TIMES; r++) {
		work(length2, points, N);
		sum += length2[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
