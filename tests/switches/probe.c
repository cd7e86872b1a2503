/*
 * Shows what a compiler's switch changes: a line for each effect, with what was
 * computed. Values come by way of volatile, so that nothing is known when it is
 * compiled; constants are of double's format.
 */
#include <complex.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>

enum { N = 64 };

static volatile double zero = 0, tiny = 1e-310, one = 1, eps = 0x1p-27;
static volatile double large = 1e200;
static volatile int all = 256, none = 0;
static double v[N];

#define KEPT __attribute__((noinline))

KEPT static int is_nan(double x)
{
	return x != x;
}

KEPT static double sum(const double *a, int n)
{
	double s = 0;

	for (int i = 0; i < n; i++)
		s += a[i];
	return s;
}

/* 1 - 2^-54 + -1: rounded twice it is 0 */
KEPT static double product(double a, double b, double c)
{
	return a * b + c;
}

/* By a reciprocal that is infinite it would be infinite, too */
KEPT static void divide(double *x, double *y, double *z, double by)
{
	*x /= by;
	*y /= by;
	*z /= by;
}

/* Its parts are 1 and 0; with a square of 1e200 it has none */
KEPT static double complex quotient(double complex a, double complex b)
{
	return a / b;
}

/* An int that is written as a float: 1, unless that is promised never to be */
KEPT static int pun(int *i, float *f)
{
	*i = 1;
	*f = 0;
	return *i;
}

KEPT static int sets_errno(double x)
{
	errno = 0;
	v[0] = sqrt(x);
	return errno == EDOM;
}

#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
/* What the stack held before, or what the compiler puts there */
KEPT static int left_there(int fill)
{
	volatile unsigned char a[256];

	for (int i = 0; i < fill; i++)
		a[i] = 0x5a;
	return a[128];
}

/* Which instructions it may use that not all processors have */
static void instructions(void)
{
	printf("portability");
#ifdef __ILP32__
	printf(" x32");
#endif
#ifdef __POPCNT__
	printf(" popcnt");
#endif
#ifdef __SSE4_1__
	printf(" sse4.1");
#endif
#ifdef __AVX__
	printf(" avx");
#endif
#ifdef __AVX2__
	printf(" avx2");
#endif
#ifdef __FMA__
	printf(" fma");
#endif
#ifdef __AVX512F__
	printf(" avx512");
#endif
	printf("\n");
}

int main(void)
{
	double x = 1e-308, y = 1e-309, z = 1e-310;
	double complex q;
	int i = 0;

	for (int k = 0; k < N; k++)
		v[k] = k % 4 == 0 ? 1e16 : k % 4 == 2 ? -1e16 : one;
	printf("nan_infinity %d\n", is_nan(zero / zero));
	printf("order_of_sums %g\n", sum(v, N));
	printf("denormals %d\n", tiny + tiny > 0);
	printf("rounding %g\n", product(1 + eps, 1 - eps, -one));
	divide(&x, &y, &z, tiny * 10);
	q = quotient(large + large * I, large + large * I);
	printf("overflow %.4g %.4g %.4g\n", x, y, creal(q));
	printf("aliasing %d\n", pun(&i, (float *)(void *)&i));
	instructions();
	left_there(all);
	i = left_there(none);
	printf("behaviour %d %d\n", sets_errno(-one), i);
	printf("start_up %d\n", getauxval(AT_BASE) != 0);
	return 0;
}
