/*
 * Assembles the residual of a finite element: what is the same for all shape
 * functions is loaded and computed for each of them, because templates and
 * pointers hide from the compiler that it is (PerfExpert, SC'10, sec. IV.C).
 *
 *      ex18 POINTS SHAPES PASSES
 */
#include "../kernel.h"

template <typename T> struct array {
	T *value;

	explicit array(size_t n)
	    : value(static_cast<T *>(kernel_pages(n * sizeof(T))))
	{
	}
	T &operator[](size_t i) const
	{
		return value[i];
	}
};

struct element {
	const array<double> &weight, &u, &v, &grad_u, &grad_v, &shape;
	const array<double> &residual;
	size_t points, shapes;
};

HOT static void assemble(const element &e)
{
	const size_t shapes = e.shapes;

	for (size_t q = 0; q < e.points; q++) {
		for (size_t i = 0; i < shapes; i++) { /* hot loop begin */
			e.residual[i] +=
				e.weight[q] *
				(e.u[q] * e.grad_u[q] + e.v[q] * e.grad_v[q]) *
				e.shape[q * shapes + i];
		} /* hot loop end */
	}
}

int main(int argc, char **argv)
{
	const size_t points = kernel_arg(argc, argv, 1);
	const size_t shapes = kernel_arg(argc, argv, 2);
	const size_t passes = kernel_arg(argc, argv, 3);
	const array<double> p(points), shape(points * shapes), out(shapes);
	const element e = { p, p, p, p, p, shape, out, points, shapes };

	for (size_t q = 0; q < points; q++)
		p[q] = static_cast<double>(q % 7);
	for (size_t i = 0; i < points * shapes; i++)
		shape[i] = static_cast<double>(i % 13);
	for (size_t k = 0; k < passes; k++)
		assemble(e);
	kernel_keep(out[shapes / 2]);
	return 0;
}
