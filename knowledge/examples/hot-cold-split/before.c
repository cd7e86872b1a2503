/* Searches keys that lie among data which the search does not need. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 30000 };

struct entry {
	int key, count;
	char name[120];
};

static struct entry table[N];

__attribute__((noipa))
/* show: begin */
static long
work(int first)
{
	long hits = 0;

	for (int i = 0; i < N; i++)
		if (table[i].key > first)
			hits += table[i].count;
	return hits;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	long sum = 0;

	for (int i = 0; i < N; i++) {
		table[i].key = i;
		table[i].count = i % 7;
	}
	for (long r = 0; r < repeats * 100; r++)
		sum += work(N / 2 + (int)(r % 10));
	printf("checksum %ld\n", sum);
	return 0;
}
