/* Loads and multiplies the same values in each iteration: residual may overlap
 * them. */
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 64, SHAPES = 60 };

struct element {
	const double *weight, *u, *v, *grad_u, *grad_v, *shape;
	double *residual;
};

__attribute__((noipa))
/* show: begin */
static void
work(const struct element *e)
{
	for (int q = 0; q < POINTS; q++)
		for (int i = 0; i < SHAPES; i++)
			e->residual[i] += e->weight[q] *
			                  (e->u[q] * e->grad_u[q] +
			                   e->v[q] * e->grad_v[q]) *
			                  e->shape[q * SHAPES + i];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	static double p[POINTS], shape[POINTS * SHAPES], residual[SHAPES];
	const struct element e = { p, p, p, p, p, shape, residual };
	double sum = 0;

	for (int i = 0; i < POINTS * SHAPES; i++)
		shape[i] = i % 13 * 0.25;
	for (int i = 0; i < POINTS; i++)
		p[i] = i % 7 * 0.5;
	for (long r = 0; r < repeats * 500; r++)
		work(&e);
	for (int i = 0; i < SHAPES; i++)
		sum += residual[i];
	printf("checksum %.10g\n", sum);
	return 0;
}
