/* Adds up the decimal digits of many numbers. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 300 };

static unsigned a[N];

/* show: begin */
__attribute__((noipa))
static unsigned
work(void)
{
	unsigned digits = 0;

	for (int i = 0; i < N; i++)
		for (unsigned x = a[i]; x > 0; x /= 10)
			digits += x % 10;
	return digits;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (unsigned i = 0; i < N; i++)
		a[i] = i * 2654435761u;
	for (long r = 0; r < repeats * TIMES; r++) {
		a[0]++;
		sum += work();
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
