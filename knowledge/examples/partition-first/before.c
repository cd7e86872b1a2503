/* Counts keys all over a table that is larger than the caches. */
#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 400000, TABLE = 1 << 20 };

static unsigned key[KEYS], count[TABLE];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int i = 0; i < KEYS; i++)
		count[key[i]]++;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	long sum = 0;

	for (unsigned i = 0; i < KEYS; i++)
		key[i] = i * 2654435761u >> 12;
	for (long r = 0; r < repeats * 4; r++) {
		work();
		sum += count[r % TABLE];
	}
	printf("checksum %ld\n", sum);
	return 0;
}
