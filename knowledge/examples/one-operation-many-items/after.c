/* Each piece of code serves all items. */
#include <stdio.h>
#include <stdlib.h>

#define R4(m, k) m(k) m(k + 1) m(k + 2) m(k + 3)
#define R16(m, k) R4(m, k) R4(m, k + 4) R4(m, k + 8) R4(m, k + 12)
#define R64(m, k) R16(m, k) R16(m, k + 16) R16(m, k + 32) R16(m, k + 48)
#define R256(m, k) R64(m, k) R64(m, k + 64) R64(m, k + 128) R64(m, k + 192)

enum { OPERATIONS = 320, N = 50, TIMES = 60 };

static unsigned x[N];

/* an operation, with 4 KiB of code that is hardly ever needed */
#define CASE(k)                                                                \
	case k:                                                                \
		if (v == 1u << 31)                                             \
			asm volatile(".nops 4096");                            \
		return v + (k)*3;

static inline unsigned operate(int operation, unsigned v)
{
	switch (operation) {
		R256(CASE, 0) R64(CASE, 256)
	}
	return v;
}

__attribute__((noipa))
/* show: begin */
static void
work(unsigned *item)
{
	for (int k = 0; k < OPERATIONS; k++)
		for (int i = 0; i < N; i++)
			item[i] = operate(k, item[i]) & 0xffff;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		work(x);
		sum += x[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
