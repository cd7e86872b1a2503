/* Looks for a number along a list, each time from its head. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 120, LOOKS = 180000, VALUES = 1 << 21 };

struct entry {
	struct entry *next;
	int key, value;
};

static int values[VALUES];
static struct entry entries[N], *head;

/* show: begin */
static const struct entry *find(int key)
{
	for (const struct entry *e = head; e; e = e->next)
		if (e->key == key)
			return e;
	return NULL;
}

__attribute__((noipa)) static long work(void)
{
	long sum = 0;

	for (int i = 0; i < LOOKS; i++) {
		const struct entry *e = find(i * 11 % (N + 20));

		sum += e ? e->value : 1;
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	long sum = 0;

	for (int i = 0; i < VALUES; i++)
		values[i] = i % 100;
	for (int i = 0; i < N; i++) {
		struct entry *e = &entries[i * 7 % N];

		*e = (struct entry){ head, i, values[i * 1000] };
		head = e;
	}
	for (long r = 0; r < repeats; r++)
		sum += work();
	printf("checksum %ld\n", sum);
	return 0;
}
