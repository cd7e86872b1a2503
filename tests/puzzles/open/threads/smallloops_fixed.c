/* Relaxes a short chain of springs, many steps. */
#include <stdio.h>

enum { N = 64 };

static double x[N + 2], y[N + 2];

static void relax(int steps)
{
	for (int s = 0; s < steps; s++) {
		for (int i = 1; i <= N; i++)
			y[i] = 0.25 * (x[i - 1] + 2 * x[i] + x[i + 1]);
		for (int i = 1; i <= N; i++)
			x[i] = 0.25 * (y[i - 1] + 2 * y[i] + y[i + 1]);
	}
}

int main(void)
{
	double sum = 0;

	x[N / 2] = 1e9;
	relax(150000);
	for (int i = 1; i <= N; i++)
		sum += x[i];
	printf("%.6e\n", sum);
	return 0;
}
