/* The limit is copied into a local variable. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 2000 };

struct series {
	int n;
	int *v;
};

static int storage[N];

__attribute__((noipa))
/* show: begin */
static void
work(struct series *s, int by)
{
	const int n = s->n;
	int *v = s->v;

	for (int i = 0; i < n; i++)
		v[i] += by;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	struct series s = { N, storage };
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		work(&s, (int)(r % 5));
		sum += storage[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
