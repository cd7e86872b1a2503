/* The indices were sorted once: neighbours are picked together. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 19, PICKS = 400000 };

static int value[N], pick[PICKS];

__attribute__((noipa))
/* show: begin */
static int
by_index(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

__attribute__((noipa)) static long work(void)
{
	long sum = 0;

	for (int i = 0; i < PICKS; i++)
		sum += value[pick[i]];
	return sum;
}

static void prepare(void)
{
	qsort(pick, PICKS, sizeof(*pick), by_index);
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
	prepare();
	for (long r = 0; r < repeats * 10; r++)
		sum += work();
	printf("checksum %ld\n", sum);
	return 0;
}
