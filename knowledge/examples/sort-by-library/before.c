/* Neighbours are exchanged until all are in order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 2000 };

__attribute__((noipa))
/* show: begin */
static void
work(double *a, int n)
{
	for (int i = 0; i < n - 1; i++)
		for (int j = 0; j < n - 1 - i; j++)
			if (a[j] > a[j + 1]) {
				double t = a[j];
				a[j] = a[j + 1];
				a[j + 1] = t;
			}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	static double given[N], a[N];
	unsigned x = 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		x = x * 1664525u + 1013904223u;
		given[i] = x >> 8;
	}
	for (long r = 0; r < 2 * repeats; r++) {
		memcpy(a, given, sizeof(a));
		work(a, N);
		sum += a[r % N] + a[N / 2];
	}
	printf("checksum %.10g\n", sum);
}
