/* Lets the phase grow beyond what a sine reduces quickly. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 60000 };

__attribute__((noipa))
/* show: begin */
static double
work(int n, double start, double step)
{
	double power = 0;

	for (int i = 0; i < n; i++) {
		const double y = sin(start + step * i);

		power += y * y;
	}
	return power;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats; r++)
		sum += work(N, 2e9, 15079.6);
	printf("checksum %.10g\n", sum);
	return 0;
}
