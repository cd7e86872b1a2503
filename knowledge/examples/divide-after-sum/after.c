/* Sums first and divides once. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static double x[N];

__attribute__((noipa))
/* show: begin */
static double
work(double total)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		sum += x[i];
	return sum / total;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i % 17;
	for (long r = 0; r < repeats * 3000; r++)
		sum += work(N + (double)(r % 5));
	printf("checksum %.10g\n", sum);
	return 0;
}
