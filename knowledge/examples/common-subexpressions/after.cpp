// What does not change is computed before the inner loop.
#include <cstdio>
#include <cstdlib>
#include <vector>

enum { POINTS = 64, SHAPES = 60 };

struct element {
	const std::vector<double> &weight, &u, &v, &grad_u, &grad_v, &shape;
	std::vector<double> &residual;
};

__attribute__((noipa))
/* show: begin */
static void
work(const element &e)
{
	double *residual = e.residual.data();

	for (int q = 0; q < POINTS; q++) {
		const double *shape = &e.shape[q * SHAPES];
		const double force = e.weight[q] * (e.u[q] * e.grad_u[q] +
		                                    e.v[q] * e.grad_v[q]);

		for (int i = 0; i < SHAPES; i++)
			residual[i] += force * shape[i];
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? std::atol(argv[1]) : 1;
	std::vector<double> p(POINTS), shape(POINTS * SHAPES), out(SHAPES);
	double sum = 0;

	for (int i = 0; i < POINTS; i++)
		p[i] = i % 7 * 0.5;
	for (int i = 0; i < POINTS * SHAPES; i++)
		shape[i] = i % 13 * 0.25;
	element e{ p, p, p, p, p, shape, out };
	for (long r = 0; r < repeats * 500; r++)
		work(e);
	for (double v : out)
		sum += v;
	std::printf("checksum %.10g\n", sum);
	return 0;
}
