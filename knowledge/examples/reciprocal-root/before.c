/* A root and a divide for each term. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static float x[N], y[N];

__attribute__((noipa))
/* show: begin */
static void
work(float a)
{
	for (int i = 0; i < N; i++)
		y[i] = a / __builtin_sqrtf(x[i]);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = i % 31 + 1;
	for (long r = 0; r < repeats * 3000; r++) {
		work(2.0f);
		sum += y[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
