/* Adds up a list in a loop. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 500, TIMES = 4000 };

struct node {
	double v;
	struct node *next;
};

static struct node nodes[N];

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
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		nodes[i].v = i % 10 + 0.25;
		nodes[i].next = i + 1 < N ? &nodes[i + 1] : NULL;
	}
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(&nodes[r % 4]);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
