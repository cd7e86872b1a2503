/* Four sums that do not wait for each other. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000 };

static double x[N];

__attribute__((noipa))
/* show: begin */
static double
work(void)
{
	double s0 = 0, s1 = 0, s2 = 0, s3 = 0;

	for (int i = 0; i < N; i += 4) {
		s0 += x[i];
		s1 += x[i + 1];
		s2 += x[i + 2];
		s3 += x[i + 3];
	}
	return (s0 + s1) + (s2 + s3);
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
