/* The same with the particles sorted into cells at least as wide as the
 * distance. */
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

static int next[N], first[SIDE][SIDE][SIDE];

static double pair(const struct point *a, const struct point *b, double limit)
{
	const double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
	const double r2 = dx * dx + dy * dy + dz * dz;

	return r2 < limit * limit ? 1 / (r2 * r2 * r2 + 1) - 1 / (r2 + 1) : 0;
}

static void sort_into_cells(const struct point *p, int n, double limit)
{
	for (int i = 0; i < SIDE * SIDE * SIDE; i++)
		(&first[0][0][0])[i] = -1;
	for (int i = 0; i < n; i++) {
		int *cell = &first[(int)(p[i].x / limit)][(int)(p[i].y / limit)]
		                  [(int)(p[i].z / limit)];

		next[i] = *cell;
		*cell = i;
	}
}

/* With those of one cell that were not its partners before */
static double with_cell(const struct point *p, int i, int cell, double limit)
{
	double energy = 0;

	for (int j = cell; j >= 0; j = next[j])
		if (j > i)
			energy += pair(&p[i], &p[j], limit);
	return energy;
}

__attribute__((noipa))
/* show: begin */
static double
work(const struct point *p, int n, double limit)
{
	double energy = 0;

	sort_into_cells(p, n, limit);
	for (int i = 0; i < n; i++) {
		const int x = (int)(p[i].x / limit), y = (int)(p[i].y / limit),
			  z = (int)(p[i].z / limit);

		for (int a = x > 0 ? x - 1 : 0; a <= x + 1 && a < SIDE; a++)
			for (int b = y > 0 ? y - 1 : 0; b <= y + 1 && b < SIDE;
			     b++)
				for (int c = z > 0 ? z - 1 : 0;
				     c <= z + 1 && c < SIDE; c++)
					energy += with_cell(
						p, i, first[a][b][c], limit);
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
