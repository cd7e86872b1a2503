/* The same table with the entries in the array itself. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 15, LOOKUPS = 500000 };

struct slot {
	unsigned key;
	short value, used;
};

static struct slot slot[2 * N];

__attribute__((noipa))
/* show: begin */
static long
work(void)
{
	long sum = 0;

	for (unsigned i = 0; i < LOOKUPS; i++) {
		const unsigned key = i * 2654435761u >> 17;
		unsigned k = key * 40503u % (2 * N);

		while (slot[k].used && slot[k].key != key)
			k = (k + 1) % (2 * N);
		sum += slot[k].used ? slot[k].value : 1;
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	long sum = 0;

	for (unsigned i = 0; i < N; i++) {
		unsigned k = i * 3 * 40503u % (2 * N);

		while (slot[k].used)
			k = (k + 1) % (2 * N);
		slot[k] = (struct slot){ i * 3, (short)(i % 9), 1 };
	}
	for (long r = 0; r < repeats * 4; r++)
		sum += work();
	printf("checksum %ld\n", sum);
	return 0;
}
