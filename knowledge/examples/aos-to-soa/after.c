/* The field in an array of its own: all of each line is used. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000 };

struct particles {
	double x[N], y[N], z[N], vx[N], vy[N], vz[N], mass[N], charge[N];
};

static struct particles p;

__attribute__((noipa))
/* show: begin */
static double
work(void)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		sum += p.mass[i];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		p.mass[i] = i % 10;
	for (long r = 0; r < repeats * 20; r++)
		sum += work();
	printf("checksum %.10g\n", sum);
	return 0;
}
