/* Picks elements in the order in which the indices happen to come. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 19, PICKS = 400000 };

static int value[N], pick[PICKS];

__attribute__((noipa))
/* show: begin */
static long
work(void)
{
	long sum = 0;

	for (int i = 0; i < PICKS; i++)
		sum += value[pick[i]];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	long sum = 0;

	for (int i = 0; i < N; i++)
		value[i] = i % 100;
	for (int i = 0; i < PICKS; i++)
		pick[i] = (int)((unsigned)i * 2654435761u >> 13);
	for (long r = 0; r < repeats * 10; r++)
		sum += work();
	printf("checksum %ld\n", sum);
	return 0;
}
