/* Time steps: forces in parallel, then the positions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000 };

static double x[N], v[N], f[N];

static void simulate(int steps)
{
	for (int s = 0; s < steps; s++) {
#pragma omp parallel for
		for (int i = 0; i < N; i++)
			f[i] = -x[i] + 0.1 * sqrt(fabs(x[i])) / (1 + x[i] * x[i]);
		for (int i = 0; i < N; i++) {
			v[i] = (v[i] + 0.01 * f[i]) / (1 + 0.001 * fabs(v[i]));
			x[i] += 0.01 * v[i] / sqrt(1 + v[i] * v[i]);
		}
	}
}

int main(void)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i % 100 * 0.01;
	simulate(600);
	for (int i = 0; i < N; i++)
		sum += x[i];
	printf("%.6f\n", sum);
	return 0;
}
