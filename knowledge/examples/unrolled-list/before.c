/* A list with one value in each node. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 56000 };

struct node {
	struct node *next;
	int value;
};

static struct node pool[N];

__attribute__((noipa))
/* show: begin */
static long
work(const struct node *p)
{
	long sum = 0;

	for (; p; p = p->next)
		sum += p->value;
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	struct node *list = NULL;
	long sum = 0;

	for (int i = 0; i < N; i++) {
		struct node *p = &pool[i * 7919L % N];

		*p = (struct node){ list, i % 10 };
		list = p;
	}
	for (long r = 0; r < repeats * 20; r++)
		sum += work(list);
	printf("checksum %ld\n", sum);
	return 0;
}
