/* The nodes lie one behind the other. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000, APART = 4096 + 64, TIMES = 1000 };

struct node {
	struct node *next;
	double v;
};

/* what else was allocated in between */
static char memory[N * APART];

__attribute__((noipa))
/* show: begin */
static double
work(const struct node *p)
{
	double sum = 0;

	for (; p; p = p->next)
		sum += p->v;
	return sum;
}

static struct node *make_node(int i)
{
	static struct node pool[N];

	return &pool[i];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	struct node *list = NULL;
	double sum = 0;

	for (int i = N; i-- > 0;) {
		struct node *p = make_node(i);

		memory[(size_t)i * APART] = 1;
		p->v = i % 10 + 0.5;
		p->next = list;
		list = p;
	}
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(list);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
