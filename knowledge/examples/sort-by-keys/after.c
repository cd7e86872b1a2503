/* Reads the number of each name once, before it sorts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 3000

struct item {
	char name[24];
};

struct keyed {
	long key;
	struct item item;
};

/* show: begin */
static int
work_compare(const void *p, const void *q)
{
	const long a = ((const struct keyed *)p)->key;
	const long b = ((const struct keyed *)q)->key;

	return a < b ? -1 : a > b;
}

__attribute__((noipa)) static void
work(struct item *all, size_t n)
{
	static struct keyed keyed[N];

	for (size_t i = 0; i < n; i++)
		keyed[i] = (struct keyed){ strtol(all[i].name + 4, NULL, 10), all[i] };
	qsort(keyed, n, sizeof(*keyed), work_compare);
	for (size_t i = 0; i < n; i++)
		all[i] = keyed[i].item;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	static struct item all[N];
	double sum = 0;

	for (long r = 0; r < 5 * repeats; r++) {
		for (long i = 0; i < N; i++)
			snprintf(all[i].name, sizeof(all[i].name), "item%010ld",
			         (i * 7919 + r) % 1000003);
		work(all, N);
		for (long i = 0; i < N; i += 100)
			sum += (double)(i + 1) * atol(all[i].name + 4);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
