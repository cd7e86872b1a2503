/*
 * far - calls of a function of the program, or of the C library
 *
 *	far near | far
 */
#include <stdlib.h>
#include <string.h>

enum { TIMES = 200000 };

__attribute__((noinline, noipa)) static int own(unsigned *seed)
{
	*seed = *seed * 1103515245u + 12345u;
	return (int)(*seed >> 16);
}

int main(int argc, char **argv)
{
	const int far = argc > 1 && strcmp(argv[1], "far") == 0;
	unsigned seed = 1;
	long sum = 0;

	for (int i = 0; i < TIMES; i++)
		sum += far ? rand_r(&seed) : own(&seed);
	return sum == 1;
}
