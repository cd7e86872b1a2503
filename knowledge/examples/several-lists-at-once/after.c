/* Walks four lists together: four loads are under way at a time. */
#include <stdio.h>
#include <stdlib.h>

enum { LISTS = 64, N = 1 << 16 };

struct node {
	struct node *next;
	long value;
};

static struct node pool[N], *list[LISTS];

__attribute__((noipa))
/* show: begin */
static long
work(void)
{
	long sum = 0;

	for (int i = 0; i < LISTS; i += 4) {
		const struct node *a = list[i], *b = list[i + 1];
		const struct node *c = list[i + 2], *d = list[i + 3];

		/* all of the same length; else each gets a rest loop */
		for (; a; a = a->next, b = b->next, c = c->next, d = d->next)
			sum += a->value + b->value + c->value + d->value;
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	long sum = 0;

	for (int i = 0; i < N; i++) {
		struct node *p = &pool[i * 40503L % N];

		p->value = i % 9;
		p->next = list[i % LISTS];
		list[i % LISTS] = p;
	}
	for (long r = 0; r < repeats * 20; r++)
		sum += work();
	printf("checksum %ld\n", sum);
	return 0;
}
