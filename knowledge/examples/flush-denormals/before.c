/* Values that decay below the smallest normal number. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static double x[N];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int i = 0; i < N; i++)
		x[i] = x[i] * 0.5 + 1e-310;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = 1e-300;
	for (long r = 0; r < repeats * 1000; r++) {
		work();
		sum += x[r % N];
	}
	sum = sum > 1e-290 ? 1 : 0;
	printf("checksum %.10g\n", sum);
	return 0;
}
