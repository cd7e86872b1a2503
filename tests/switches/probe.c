/*
 * Shows what a compiler's switch changes: a line for each effect, with what was
 * computed. Values come by way of volatile, so that nothing is known when it is
 * compiled; constants are of double's format.
 */
#include <stdio.h>

enum { N = 64 };

static volatile double zero = 0, tiny = 1e-310, one = 1, eps = 0x1p-27;
static double v[N];

__attribute__((noinline)) static int is_nan(double x)
{
	return x != x;
}

__attribute__((noinline)) static double sum(const double *a, int n)
{
	double s = 0;

	for (int i = 0; i < n; i++)
		s += a[i];
	return s;
}

/* 1 - 2^-54 + -1: rounded twice it is 0 */
__attribute__((noinline)) static double product(double a, double b, double c)
{
	return a * b + c;
}

int main(void)
{
	for (int i = 0; i < N; i++)
		v[i] = i % 4 == 0 ? 1e16 : i % 4 == 2 ? -1e16 : one;
	printf("nan_infinity %d\n", is_nan(zero / zero));
	printf("order_of_sums %g\n", sum(v, N));
	printf("denormals %d\n", tiny + tiny > 0);
	printf("rounding %g\n", product(1 + eps, 1 - eps, -one));
	return 0;
}
