/* Each divide waits for the one before. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 4000 };

static double d[N];

__attribute__((noipa))
/* show: begin */
static double
work(double x)
{
	for (int i = 0; i < N; i++)
		x = x / d[i];
	return x;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		d[i] = i % 2 ? 1.25 : 0.8;
	for (long r = 0; r < repeats * 600; r++)
		sum += work(1.0 + (double)(r % 3));
	printf("checksum %.10g\n", sum);
	return 0;
}
