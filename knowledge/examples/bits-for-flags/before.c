/* A flag in each byte. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 22, LOOKUPS = 1000000 };

static unsigned char flag[N];

__attribute__((noipa))
/* show: begin */
static long
work(unsigned seed)
{
	long sum = 0;

	for (int i = 0; i < LOOKUPS; i++) {
		seed = seed * 1664525u + 1013904223u;
		const unsigned k = seed >> 10;

		sum += flag[k];
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	long sum = 0;

	for (unsigned i = 0; i < N; i += 3)
		flag[i] = 1;
	for (long r = 0; r < repeats * 4; r++)
		sum += work((unsigned)r);
	printf("checksum %ld\n", sum);
	return 0;
}
