/* One sum: each addition waits for the one before. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000 };

static double x[N];

__attribute__((noipa))
/* show: begin */
static double
work(void)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		sum += x[i];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = 1.0 / (i + 1);
	for (long r = 0; r < repeats * 3000; r++)
		sum += work();
	printf("checksum %.10g\n", sum);
	return 0;
}
