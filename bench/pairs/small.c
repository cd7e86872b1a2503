/* A system of three equations for each of many points. After: Cramer's rule,
 * in place of LAPACK. */
#include <stdio.h>

enum { POINTS = 1000, TIMES = 1500 };

void dgesv_(const int *, const int *, double *, const int *, int *, double *,
            const int *, int *);

static double strain[POINTS][6];

static void solve(double a[9], double b[3])
{
#ifdef AFTER
	const double c0 = a[4] * a[8] - a[5] * a[7];
	const double c1 = a[5] * a[6] - a[3] * a[8];
	const double c2 = a[3] * a[7] - a[4] * a[6];
	const double r = 1 / (a[0] * c0 + a[1] * c1 + a[2] * c2);
	const double x = (b[0] * c0 + b[1] * c1 + b[2] * c2) * r;
	const double y = (b[0] * (a[2] * a[7] - a[1] * a[8]) +
	                  b[1] * (a[0] * a[8] - a[2] * a[6]) +
	                  b[2] * (a[1] * a[6] - a[0] * a[7])) *
	                 r;
	const double z = (b[0] * (a[1] * a[5] - a[2] * a[4]) +
	                  b[1] * (a[2] * a[3] - a[0] * a[5]) +
	                  b[2] * (a[0] * a[4] - a[1] * a[3])) *
	                 r;

	b[0] = x;
	b[1] = y;
	b[2] = z;
#else
	const int n = 3, one = 1;
	int pivots[3], info;

	dgesv_(&n, &one, a, &n, pivots, b, &n, &info);
#endif
}

int main(void)
{
	double sum = 0;

	for (int p = 0; p < POINTS; p++)
		for (int i = 0; i < 6; i++)
			strain[p][i] = (p * 7 + i * 5) % 11 / 11.0;
	for (int t = 0; t < TIMES; t++)
		for (int p = 0; p < POINTS; p++) {
			const double *e = strain[p];
			double a[9] = { 4 + e[0], e[3], e[5], e[3],    5 + e[1],
				        e[4],     e[5], e[4], 6 + e[2] };
			double b[3] = { 1, 2, 3 + t % 5 };

			solve(a, b);
			sum += b[0] + b[1] * b[2];
		}
	printf("%.6f\n", sum);
	return 0;
}
