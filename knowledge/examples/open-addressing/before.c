/* A hash table whose buckets are lists. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 15, LOOKUPS = 500000 };

struct entry {
	struct entry *next;
	unsigned key;
	int value;
};

static struct entry *bucket[N], pool[N];

__attribute__((noipa))
/* show: begin */
static long
work(void)
{
	long sum = 0;

	for (unsigned i = 0; i < LOOKUPS; i++) {
		const unsigned key = i * 2654435761u >> 17;
		const struct entry *e = bucket[key * 40503u % N];

		while (e && e->key != key)
			e = e->next;
		sum += e ? e->value : 1;
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	long sum = 0;

	for (unsigned i = 0; i < N; i++) {
		struct entry *e = &pool[i * 7919u % N];
		struct entry **b = &bucket[i * 3 * 40503u % N];

		*e = (struct entry){ *b, i * 3, (int)(i % 9) };
		*b = e;
	}
	for (long r = 0; r < repeats * 4; r++)
		sum += work();
	printf("checksum %ld\n", sum);
	return 0;
}
