/* Scales histograms so that each has the sum one. */
#include <stdio.h>

enum { BINS = 512 };

static void normalize(double *h, double total)
{
	double scale = 1 / total;

	for (int i = 0; i < BINS; i++)
		h[i] *= scale;
}

int main(void)
{
	static double h[16][BINS];
	double sum = 0;

	for (int i = 0; i < 16 * BINS; i++)
		h[i / BINS][i % BINS] = 1 + i % 13;
	for (int round = 0; round < 2000000; round++) {
		double *mine = h[round & 15];

		normalize(mine, mine[round % BINS] + 0.5);
		mine[round % BINS] = 1;
		sum += mine[0] + mine[BINS - 1];
	}
	printf("%.3f\n", sum);
	return 0;
}
