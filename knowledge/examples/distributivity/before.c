/* Energies of particles: each square times half the mass. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 500, TIMES = 6000 };

static double mass[N], x[N], y[N], z[N], energy[N];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int i = 0; i < N; i++)
		energy[i] = 0.5 * mass[i] * x[i] * x[i] +
		            0.5 * mass[i] * y[i] * y[i] +
		            0.5 * mass[i] * z[i] * z[i];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		mass[i] = i % 9 + 0.25;
		x[i] = i % 11 * 0.5;
		y[i] = 1.0 / (i + 1);
		z[i] = i % 7 - 3;
	}
	for (long r = 0; r < repeats * TIMES; r++) {
		work();
		sum += energy[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
