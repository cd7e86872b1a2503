/* Divides only to compare the ratio. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static double mass[N], volume[N];

__attribute__((noipa))
/* show: begin */
static int
work(double density)
{
	int n = 0;

	for (int i = 0; i < N; i++)
		n += mass[i] / volume[i] < density;
	return n;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	long sum = 0;

	for (int i = 0; i < N; i++) {
		mass[i] = i % 91 + 0.5;
		volume[i] = i % 13 + 1.25;
	}
	for (long r = 0; r < repeats * 3000; r++)
		sum += work(3.3 + 0.01 * (double)(r % 50));
	printf("checksum %ld\n", sum);
	return 0;
}
