/* Takes the power once, before the loops. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 64, CELLS = 512 };

struct planet {
	double mass, distance;
};

static double pot[ROWS][CELLS];

__attribute__((noipa))
/* show: begin */
static void
work(int rows, int cells, double (*pot)[CELLS], const struct planet *p)
{
	const double hill = p->distance * pow(p->mass / 3, 1. / 3);

	for (int j = 0; j < rows; j++) {
		for (int i = 0; i < cells; i++) {
			pot[j][i] += hill / (i + j + hill);
		}
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats; r++) {
		const struct planet p = { 1e-3 * (double)(1 + r % 7), 5.2 };

		work(ROWS, CELLS, pot, &p);
		sum += pot[r % ROWS][r % CELLS];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
