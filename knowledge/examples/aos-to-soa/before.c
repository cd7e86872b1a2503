/* Sums one field of large structures: a line of memory for 8 bytes. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000 };

struct particle {
	double x, y, z, vx, vy, vz, mass, charge;
};

static struct particle p[N];

__attribute__((noipa))
/* show: begin */
static double
work(void)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		sum += p[i].mass;
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		p[i].mass = i % 10;
	for (long r = 0; r < repeats * 20; r++)
		sum += work();
	printf("checksum %.10g\n", sum);
	return 0;
}
