/* Records of 64 bytes that start in the middle of a cache line. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 16, LOOKUPS = 500000 };

struct record {
	double value[8];
};

__attribute__((noipa))
/* show: begin */
static double
work(const struct record *r, unsigned seed)
{
	double sum = 0;

	for (int i = 0; i < LOOKUPS; i++) {
		seed = seed * 1664525u + 1013904223u;
		const struct record *found = &r[seed >> 16];
		sum += found->value[0] + found->value[7];
	}
	return sum;
}

static struct record *work_new(void)
{
	return malloc(N * sizeof(struct record));
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	struct record *p = work_new();
	double sum = 0;

	if (!p)
		return 1;
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 8; k++)
			p[i].value[k] = i % 7 + k;
	for (long r = 0; r < repeats * 2; r++)
		sum += work(p, (unsigned)r);
	printf("checksum %.10g\n", sum);
	free(p);
	return 0;
}
