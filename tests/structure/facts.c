/* Kernels whose static facts are known; tests/unit/binary/check_structure.c
 * says which */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define KERNEL __attribute__((noinline)) /* seen by the tests as itself */

struct node {
	struct node *next;
	long value;
};

KERNEL double sum(const double *x, long n)
{
	double s = 0;

	for (long i = 0; i < n; i++)
		s += x[i];
	return s;
}

KERNEL double horner(const double *x, double y, long n)
{
	double s = 0;

	for (long i = 0; i < n; i++)
		s = s * y + x[i];
	return s;
}

KERNEL double newton(double x, long n)
{
	for (long i = 0; i < n; i++)
		x = 0.5 * (x + 2.0 / x);
	return x;
}

KERNEL long chase(const struct node *p)
{
	long s = 0;

	while (p) {
		s += p->value;
		p = p->next;
	}
	return s;
}

KERNEL long indirect(const int *index, const int *v, long n)
{
	long at = 0;

	for (long i = 0; i < n; i++)
		at = v[index[at]];
	return at;
}

KERNEL void accumulate(double *s, const double *x, long n)
{
	for (long i = 0; i < n; i++)
		*s += x[i];
}

KERNEL void axpy(double *restrict y, const double *restrict x, double a, long n)
{
	for (long i = 0; i < n; i++)
		y[i] += a * x[i];
}

KERNEL double column(const double (*m)[500], long n)
{
	double s = 0;

	for (long i = 0; i < n; i++)
		s += m[i][3];
	return s;
}

/* as far apart as the program was told, and where an index leads */
KERNEL double column_of(const double *m, long columns, long n)
{
	double s = 0;

	for (long i = 0; i < n; i++)
		s += m[i * columns];
	return s;
}

KERNEL double steps_of(const double *m, const int *step, long n)
{
	double s = 0;

	for (long i = 0, k = 0; i < n; i++, k += step[i])
		s += m[k];
	return s;
}

/* no register is left for the address: it is loaded again in each iteration */
KERNEL double again(const double *x, long n)
{
	const double *volatile from = x;
	double s = 0;

	for (long i = 0; i < n; i++)
		s += from[i];
	return s;
}

/* the same, but for another one each time */
KERNEL double moved(const double *x, long n)
{
	const double *volatile from = x;
	double s = 0;

	for (long i = 0; i < n; i++) {
		s += from[i];
		from = x + n - i;
	}
	return s;
}

KERNEL void roots(float *restrict y, const float *restrict x, long n)
{
	for (long i = 0; i < n; i++)
		y[i] = x[i] / sqrtf(y[i]);
}

KERNEL void convert(double *restrict y, const int *restrict x, long n)
{
	for (long i = 0; i < n; i++)
		y[i] = x[i];
}

KERNEL double calls(double (*f)(double), const double *x, long n)
{
	double s = 0;

	for (long i = 0; i < n; i++)
		s += f(x[i]) + rand();
	return s;
}

/* an exchange with memory locks it, without a prefix that says so */
KERNEL long exchange(long *lock, long n)
{
	long s = 0;

	for (long i = 0; i < n; i++)
		s += __atomic_exchange_n(lock, i, __ATOMIC_RELAXED);
	return s;
}

KERNEL long longs(const long *x, long n)
{
	long s = 0;

	for (long i = 0; i < n; i++)
		s += x[i] % 17 == 3 ? n / x[i] : 1;
	return s;
}

KERNEL long rest(const long *x, long n, long size)
{
	long s = 0;

	for (long i = 0; i < n; i++)
		s += x[i] % size;
	return s;
}

KERNEL unsigned long hash(const unsigned char *x, long n)
{
	unsigned long h = 5381;

	for (long i = 0; i < n; i++)
		h = (h ^ x[i]) * 1099511628211u;
	return h;
}

/* A conditional move, whatever the compiler makes of ?: */
KERNEL unsigned bits(unsigned crc, long n)
{
	for (long i = 0; i < n; i++) {
		unsigned half = crc >> 1, other = half ^ 0xedb88320;

		__asm__("testb $1, %b2\n\tcmovnel %1, %0"
		        : "+r"(half)
		        : "r"(other), "q"(crc)
		        : "cc");
		crc = half;
	}
	return crc;
}

KERNEL long double extended(const double *x, long n)
{
	long double s = 0;

	for (long i = 0; i < n; i++)
		s += x[i];
	return s;
}

/* perfect: nothing but the inner loop; the other one stores in between */
KERNEL void perfect(double (*restrict m)[64], long n)
{
	for (long i = 0; i < n; i++)
		for (long j = 0; j < 64; j++)
			m[i][j] *= 2;
}

KERNEL void imperfect(double (*restrict m)[64], double *restrict s, long n)
{
	for (long i = 0; i < n; i++) {
		double t = 0;

		for (long j = 0; j < 64; j++)
			t += m[i][j];
		s[i] = t;
	}
}

__attribute__((noinline)) void note(int what)
{
	static volatile int last;

	last = what;
}

/* A bit, a small constant, zero, a large constant, another value, a
 * floating-point one */
KERNEL void decide(unsigned long bits, const unsigned *v, const double *x,
                   long n)
{
	for (long i = 0; i < n; i++) {
		if (bits >> i & 1)
			note(1);
		if (v[i] == 77)
			note(2);
		if (v[i + 1] == 0)
			note(3);
		if (v[i + 2] > 4000000000u)
			note(4);
		if (v[i + 3] < v[i + 4])
			note(5);
		if (x[i] < 0.5)
			note(6);
	}
}

/* Whether both parts are no numbers, in front of a call that is told apart */
KERNEL void products(double _Complex *z, double _Complex f, long n)
{
	for (long i = 0; i < n; i++)
		z[i] *= f;
}

/* whether a counter is before the border, and what an index leads to */
KERNEL void marks(const unsigned *mark, const int *index, long border, long n)
{
	for (long i = 0; i < n; i++) {
		if (mark[index[i]] == 0)
			note(1);
		if (i < border)
			note(2);
	}
}

KERNEL void scan(double *restrict to, const double *a, const double *b, long n)
{
	double x = 0;

	for (long i = 0; i < n; i++) {
		x = x + a[i] - b[i];
		to[i] = x;
	}
}

KERNEL void shares(double *restrict to, const double *a, const double *b,
                   const double *c, long n)
{
	for (long i = 0; i < n; i++)
		to[i] = a[i] * b[i] + a[i] * c[i];
}

KERNEL void polynomial(double *restrict to, const double *a, long n)
{
	for (long i = 0; i < n; i++)
		to[i] = 3.5 * a[i] * a[i] * a[i] + 2.5 * a[i] * a[i] +
		        1.5 * a[i] + 0.5;
}

/* The force of a pair: many products, and no factor of two that are added */
KERNEL double pairs(const double *x, const double *y, double *restrict to,
                    long n)
{
	double u = 0, v = 0;

	for (long i = 0; i < n; i++) {
		const double r = x[i] * x[i] + y[i] * y[i];
		const double f = r * r * r * (r - 0.5) * 48;

		u += x[i] * f;
		v += y[i] * f;
	}
	*to = u;
	return v;
}

KERNEL long find_bit(const unsigned *v, long n)
{
	long k = 0;

	while (k < n) {
		if (v[k] & 4)
			break;
		k++;
	}
	return k;
}

/* Two powers that the code tells, and two that it does not */
KERNEL double powers(const double *x, double e, double *moving, int n)
{
	double s = 0;

	for (int i = 0; i < n; i++)
		s += pow(x[i], 3) + pow(x[i], -1.5) + pow(x[i], e) +
		     pow(x[i], *moving);
	return s;
}

/* So many powers that constants wait for their turn on the stack */
KERNEL double many_powers(const double *x, int n)
{
	double s = 0;

	for (int i = 0; i < n; i++) {
		const double a = x[i], b = x[i] + 1, c = x[i] + 2;

		s += a / pow(a, 5) * pow(b, 3) + b / pow(b, 5) * pow(c, 3) +
		     c / pow(c, 5) * pow(a, 3) + a / pow(a + b, 5) +
		     b / pow(c + b, 3) - pow(a - b, 7) * pow(b - c, 7);
	}
	return s;
}

KERNEL float powers_single(float x)
{
	return powf(x, 5) + 1;
}

/* Without optimisation the power is on the stack */
KERNEL double power_kept(double x)
{
	double power = 2.5;

	return pow(x, power) + 1;
}

KERNEL long nearest(const float *x, const float *y, long n)
{
	float least = 1e30f;
	long at = -1;

	for (long i = 0; i < n; i++) {
		const float distance = sqrtf(x[i] * x[i] + y[i] * y[i]);

		if (distance < least) {
			least = distance;
			at = i;
		}
	}
	return at;
}

KERNEL void whole_parts(double *x, const double *y, int n)
{
	for (int i = 0; i < n; i++)
		x[i] = y[i] - (double)(int)y[i];
}

KERNEL void grades(double *x, int *grade, const double *y, const int *k, int n)
{
	for (int i = 0; i < n; i++) {
		grade[i] = (int)y[i];
		x[i] = (double)k[i];
	}
}

int main(int argc, char **argv)
{
	static double x[32000], y[32000];
	static float f[64], g[64];
	static int index[64];
	long ints[4] = { argc, 3, 4, 5 };
	struct node node = { NULL, argc };

	(void)argv;
	y[0] += again(x, argc) + moved(x, argc);
	accumulate(y, x, argc);
	axpy(y, x, 2, argc);
	exchange(ints, argc);
	roots(f, g, argc);
	convert(y, index, argc);
	perfect((double(*)[64])y, argc);
	imperfect((double(*)[64])x, y, argc);
	scan(y, x, x + 9, argc);
	shares(y, x, x + 9, x + 7, argc);
	polynomial(y, x, argc);
	y[1] += pairs(x, x + 9, y, argc);
	y[3] += powers(x, argc, y, argc) + many_powers(x, argc) +
	        powers_single((float)argc) + power_kept(argc);
	y[2] += (double)find_bit((const unsigned *)index, argc);
	decide((unsigned long)argc, (const unsigned *)index, x, argc);
	products((double _Complex *)y, x[0], argc);
	marks((const unsigned *)ints, (const int *)index, argc, argc);
	whole_parts(y, x, argc);
	grades(y, (int *)ints, x, (const int *)index, argc);
	ints[0] = nearest(f, g, argc);
	printf("%g %g %g %ld %ld %g %g %g %ld %Lg\n", sum(x, argc),
	       horner(x, 2, argc), newton(argc, 3), chase(&node),
	       indirect(index, index, argc), y[0],
	       column((const double(*)[500])x, argc) +
	               column_of(x, argc, argc) + steps_of(x, index, argc),
	       calls(fabs, x, argc),
	       longs(ints, 4) + rest(ints, 4, argc + 2) +
	               (long)hash((const unsigned char *)index, 4) +
	               bits(7, argc),
	       extended(x, argc));
	return 0;
}
