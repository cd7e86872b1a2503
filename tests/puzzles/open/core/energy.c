/* The energy of a signal, frame after frame. */
#include <stdio.h>

enum { N = 4096 };

static double energy(const double *x)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		sum += x[i] * x[i];
	return sum;
}

int main(void)
{
	static double x[N];
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i % 64;
	for (int frame = 0; frame < 400000; frame++) {
		x[frame % N] = frame % 64;
		sum += energy(x);
	}
	printf("%.1f\n", sum);
	return 0;
}
