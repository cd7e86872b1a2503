/* Finds the largest value. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 5000 };

static double a[N];

/* show: begin */
__attribute__((noipa))
static double
work(double largest)
{
	for (int i = 0; i < N; i++)
		largest = a[i] > largest ? a[i] : largest;
	return largest;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 17 + 0.25;
	for (long r = 0; r < repeats * TIMES; r++) {
		a[r % N] += 0.5;
		sum += work(0.0);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
