/* values - loads of numbers of which some are zero, and some subnormal */
#include <stdio.h>
#include <stdlib.h>

enum { N = 4096 };

static float single[N];
static double half[N];
static long whole[N];

__attribute__((noipa)) static float of_single(void)
{
	float sum = 0;

	for (int i = 0; i < N; i++)
		sum += single[i];
	return sum;
}

__attribute__((noipa)) static double of_double(void)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		sum += half[i];
	return sum;
}

__attribute__((noipa)) static long of_whole(void)
{
	long sum = 0;

	for (int i = 0; i < N; i++)
		sum += whole[i];
	return sum;
}

/* A quarter of the first are zero, and a quarter subnormal; of the second half
 * are, some below 0; those of the third are ordinary numbers. */
int main(int argc, char **argv)
{
	const int times = argc > 1 ? atoi(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		single[i] = i % 4 == 0 ? 0 : i % 4 == 1 ? 1e-40f : 1;
		half[i] = i % 4 == 0 ? 1e-310 : i % 4 == 1 ? -1e-310 : 1;
		whole[i] = (1L << 60) + i;
	}
	for (int k = 0; k < times; k++)
		sum += of_single() + of_double() + (double)of_whole();
	printf("%g\n", sum);
}
