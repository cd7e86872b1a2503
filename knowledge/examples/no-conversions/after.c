/* Constants of the same precision: no conversions to and fro. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static float x[N], y[N];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int i = 0; i < N; i++)
		y[i] = x[i] * 0.5f + 1.25f;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i % 16;
	for (long r = 0; r < repeats * 3000; r++) {
		work();
		sum += y[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
