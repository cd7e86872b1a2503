/* With restrict the compiler keeps them, and works on vectors. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

struct filter {
	double a, b, c;
};

__attribute__((noipa))
/* show: begin */
static void
work(double *restrict y, const double *restrict x,
     const struct filter *restrict f)
{
	for (int i = 0; i < N; i++)
		y[i] = (f->a * x[i] + f->b) * x[i] + f->c;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	static double x[N], y[N];
	const struct filter f = { 0.5, 1.5, 2.5 };
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i % 9 * 0.5;
	for (long r = 0; r < repeats * 3000; r++) {
		work(y, x, &f);
		sum += y[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
