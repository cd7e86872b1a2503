/* Two threads. Before and after are the same program: before, both may use only
 * one processor (taskset). */
#include <math.h>
#include <stdio.h>

enum { N = 3000, TIMES = 40 };

static double x[N], pull[N];

static double pull_on(double at)
{
	double sum = 0;

	for (int k = 0; k < N; k++) {
		const double d = x[k] - at;

		sum += d / sqrt(d * d + 0.01);
	}
	return sum;
}

int main(void)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i * 37 % 101;
	for (int t = 0; t < TIMES; t++) {
#pragma omp parallel for
		for (int i = 0; i < N; i++)
			pull[i] = pull_on(x[i]);
		sum += pull[t % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
