/*
 * Looks numbers up at random places of two tables: one was filled once, into
 * the other it writes all the time.
 *
 *      lookups TIMES
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ENTRIES = 1 << 16 };

static uint64_t state = 88172645463325252ULL;

static unsigned next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % ENTRIES;
}

__attribute__((noipa)) static void put(uint32_t *table, unsigned i)
{
	table[i] = i / 3;
}

__attribute__((noipa)) static unsigned look(const uint32_t *table, unsigned i)
{
	return table[i]; /* filled once */
}

__attribute__((noipa)) static unsigned follow(const uint32_t *table, unsigned i)
{
	return table[i]; /* written again */
}

int main(int argc, char **argv)
{
	const int times = argc > 1 ? atoi(argv[1]) : 1;
	uint32_t *fixed = malloc(ENTRIES * sizeof(*fixed));
	uint32_t *links = malloc(ENTRIES * sizeof(*links));
	unsigned sum = 0;

	if (!fixed || !links)
		return 1;
	for (unsigned i = 0; i < ENTRIES; i++) {
		fixed[i] = i * i;
		links[i] = i;
	}
	for (int i = 0; i < times; i++) {
		for (int k = 0; k < ENTRIES; k++) {
			put(links, next());
			sum += look(fixed, next()) + follow(links, next());
		}
	}
	printf("%u\n", sum);
	free(fixed);
	free(links);
	return 0;
}
