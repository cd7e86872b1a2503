/* Sorts the keys into 64 parts first; each part counts into a piece of the
 * table. */
#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 400000, TABLE = 1 << 20, PARTS = 64 };

static unsigned key[KEYS], count[TABLE];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	static unsigned part[PARTS][KEYS / PARTS * 2];
	int n[PARTS] = { 0 };

	for (int i = 0; i < KEYS; i++) {
		const unsigned p = key[i] / (TABLE / PARTS);

		part[p][n[p]++] = key[i];
	}
	for (int p = 0; p < PARTS; p++)
		for (int i = 0; i < n[p]; i++)
			count[part[p][i]]++;
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
