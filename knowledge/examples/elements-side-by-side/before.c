/* Populations in many places, one place after the other. */
#include <stdio.h>
#include <stdlib.h>

enum { PLACES = 512, YEARS = 1000 };

static double size[PLACES], growth[PLACES];

__attribute__((noipa))
/* show: begin */
static void
work(double *restrict p, const double *restrict rate, int n, int years)
{
	for (int i = 0; i < n; i++)
		for (int y = 0; y < years; y++)
			p[i] = rate[i] * p[i] * (1 - p[i]);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < PLACES; i++) {
		size[i] = 0.5;
		growth[i] = 1.5 + i * (1.25 / PLACES);
	}
	for (long r = 0; r < repeats * 4; r++)
		work(size, growth, PLACES, YEARS);
	for (int i = 0; i < PLACES; i++)
		sum += size[i] * (i % 3 + 1);
	printf("checksum %.10g\n", sum);
	return 0;
}
