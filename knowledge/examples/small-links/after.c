/* Nodes that are linked by indices: 8 bytes, and the list fits. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 4096 };

struct node {
	int next, value;
};

static struct node pool[N];

__attribute__((noipa))
/* show: begin */
static long
work(int first)
{
	long sum = 0;

	for (int i = first; i >= 0; i = pool[i].next)
		sum += pool[i].value;
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	int list = -1;
	long sum = 0;

	for (int i = 0; i < N; i++) {
		const int k = i * 1367 % N;

		pool[k] = (struct node){ list, i % 10 };
		list = k;
	}
	for (long r = 0; r < repeats * 500; r++)
		sum += work(list);
	printf("checksum %ld\n", sum);
	return 0;
}
