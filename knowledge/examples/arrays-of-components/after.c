/* A structure of arrays. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 1500 };

struct points {
	double x[N], y[N], z[N];
};

static struct points points;
static double length2[N];

__attribute__((noipa))
/* show: begin */
static void
work(double *restrict out, const struct points *p, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = p->x[i] * p->x[i] + p->y[i] * p->y[i] +
		         p->z[i] * p->z[i];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		points.x[i] = i % 10;
		points.y[i] = i % 7;
		points.z[i] = i % 3;
	}
	for (long r = 0; r < repeats * TIMES; r++) {
		work(length2, &points, N);
		sum += length2[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
