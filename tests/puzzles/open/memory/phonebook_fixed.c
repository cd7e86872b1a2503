/* Looks up many numbers in a large open-addressed table, one after the other. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SLOTS = 1 << 25 };

struct entry {
	uint32_t key, value;
};

static long lookup_all(const struct entry *table, const uint32_t *key, int n)
{
	long sum = 0;

	for (int i = 0; i < n; i++) {
		uint32_t at = (key[i] * 2654435761u >> 7) & (SLOTS - 1);

		while (table[at].key != key[i])
			at = (at + 1) & (SLOTS - 1);
		sum = (sum + table[at].value) * 3 & 0xffffff;
	}
	return sum;
}

int main(void)
{
	enum { N = 3000000 };
	struct entry *table = aligned_alloc(2 << 20, SLOTS * sizeof(*table));
	uint32_t *key = malloc(N * sizeof(*key)), seed = 1;
	long sum = 0;

	madvise(table, SLOTS * sizeof(*table), MADV_HUGEPAGE);
	memset(table, 0, SLOTS * sizeof(*table));
	for (int i = 0; i < N; i++) {
		seed = seed * 1664525 + 1013904223;
		key[i] = seed | 1;
		uint32_t at = (key[i] * 2654435761u >> 7) & (SLOTS - 1);
		while (table[at].key != 0 && table[at].key != key[i])
			at = (at + 1) & (SLOTS - 1);
		table[at] = (struct entry){ key[i], i };
	}
	for (int round = 0; round < 5; round++)
		sum += lookup_all(table, key, N);
	printf("%ld\n", sum);
	return 0;
}
