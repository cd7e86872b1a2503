/* The size is a power of two: a mask gives the remainder. */
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1024, N = 200000 };

static unsigned count[SIZE];

__attribute__((noipa))
/* show: begin */
static void
work(unsigned size)
{
	const unsigned mask = size - 1;

	for (unsigned i = 0; i < N; i++)
		count[i * 2654435761u & mask]++;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	long sum = 0;

	for (long r = 0; r < repeats * 10; r++) {
		work(SIZE);
		sum += count[r % SIZE];
	}
	printf("checksum %ld\n", sum);
	return 0;
}
