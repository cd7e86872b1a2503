/* Energies and forces of springs: one pass over arrays of unknown length. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000 };
static double length[N], energy[N], force[N];

/* show: begin */
__attribute__((noinline)) static void work(int n, double rest, double k)
{
	for (int i = 0; i < n; i++) {
		const double d = length[i] - rest;

		force[i] = -k * d;
		energy[i] = 0.5 * k * d * d;
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const int repeats = argc > 1 ? atoi(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		length[i] = 1 + 0.001 * (i % 97);
	for (int r = 0; r < 1000 * repeats; r++)
		work(N - r % 8, 1.02, 3.5);
	for (int i = 0; i < N; i++)
		sum += energy[i] + force[i];
	printf("checksum %.10g\n", sum);
	return 0;
}
