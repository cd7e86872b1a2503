/* A list with 14 values in each node: a cache line or two. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 56000, EACH = 13 };

struct node {
	struct node *next;
	int used, value[EACH];
};

static struct node pool[N / EACH + 1];

__attribute__((noipa))
/* show: begin */
static long
work(const struct node *p)
{
	long sum = 0;

	for (; p; p = p->next)
		for (int i = 0; i < p->used; i++)
			sum += p->value[i];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	struct node *list = NULL;
	long sum = 0;

	for (int i = 0; i < N; i++) {
		if (i % EACH == 0) {
			struct node *p =
				&pool[i / EACH * 1009L % (N / EACH + 1)];

			*p = (struct node){ .next = list };
			list = p;
		}
		list->value[list->used++] = i % 10;
	}
	for (long r = 0; r < repeats * 20; r++)
		sum += work(list);
	printf("checksum %ld\n", sum);
	return 0;
}
