/* The energy of particles in a box that act on each other up to a distance. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 4000, SIDE = 20 };

struct point {
	double x, y, z;
};

static struct point particles[N];

static double place(unsigned *state)
{
	*state = *state * 1664525U + 1013904223U;
	return SIDE * ((*state >> 8) / 16777216.0);
}

__attribute__((noipa))
/* show: begin */
static double
work(const struct point *p, int n, double limit)
{
	double energy = 0;

	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++) {
			const double dx = p[i].x - p[j].x;
			const double dy = p[i].y - p[j].y;
			const double dz = p[i].z - p[j].z;
			const double r2 = dx * dx + dy * dy + dz * dz;

			if (r2 < limit * limit)
				energy += 1 / (r2 * r2 * r2 + 1) - 1 / (r2 + 1);
		}
	return energy;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	unsigned state = 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		particles[i] = (struct point){ place(&state), place(&state),
			                       place(&state) };
	for (long r = 0; r < repeats; r++)
		sum += work(particles, N, 1 + 1e-6 * (double)r);
	printf("checksum %.10g\n", sum);
	return 0;
}
