/* Flushes after each line. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 10 };

static inline double step(double x) /* some work */
{
	for (int k = 0; k < 30; k++)
		x = x * 0.5 + 1.0 / (x + 1.0);
	return x;
}

__attribute__((noipa))
/* show: begin */
static double
work(FILE *f, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++) {
		sum += step(i);
		fputs("step done\n", f);
		fflush(f);
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	FILE *f = fopen("/dev/null", "w");
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(f, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
