/* The three values of an element lie together: one line. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 17, PICKS = 500000 };

struct point {
	_Alignas(32) double x;
	double y, z;
};

static struct point p[N];

__attribute__((noipa))
/* show: begin */
static double
work(unsigned seed)
{
	double sum = 0;

	for (int i = 0; i < PICKS; i++) {
		seed = seed * 1664525u + 1013904223u;
		const struct point *q = &p[seed >> 15];

		sum += q->x * q->y + q->z;
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		p[i].x = i % 7;
		p[i].y = i % 3;
		p[i].z = i % 5;
	}
	for (long r = 0; r < repeats * 4; r++)
		sum += work((unsigned)r);
	printf("checksum %.10g\n", sum);
	return 0;
}
