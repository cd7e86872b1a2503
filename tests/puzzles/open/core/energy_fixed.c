/* The energy of a signal, frame after frame. */
#include <stdio.h>

enum { N = 4096 };

static double energy(const double *x)
{
	double s0 = 0, s1 = 0, s2 = 0, s3 = 0;

	for (int i = 0; i < N; i += 4) {
		s0 += x[i] * x[i];
		s1 += x[i + 1] * x[i + 1];
		s2 += x[i + 2] * x[i + 2];
		s3 += x[i + 3] * x[i + 3];
	}
	return s0 + s1 + s2 + s3;
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
