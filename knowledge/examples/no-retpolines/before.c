/* Calls small functions through a table. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 1000 };

static unsigned char op[N];

/* show: begin */
__attribute__((noipa))
static unsigned
work_add(unsigned x)
{
	return x + 3;
}

__attribute__((noipa))
static unsigned
work_mix(unsigned x)
{
	return x ^ x >> 3;
}

static unsigned (*const ops[])(unsigned) = { work_add, work_mix };

__attribute__((noipa))
static unsigned
work(unsigned x)
{
	for (int i = 0; i < N; i++)
		x = ops[op[i]](x);
	return x;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		op[i] = i % 2;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work((unsigned)r);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
