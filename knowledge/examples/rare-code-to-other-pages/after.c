/* The rare code is in a procedure: the hot pieces are together. */
#include <stdio.h>
#include <stdlib.h>

#define R4(m, k) m(k) m(k + 1) m(k + 2) m(k + 3)
#define R16(m, k) R4(m, k) R4(m, k + 4) R4(m, k + 8) R4(m, k + 12)
#define R64(m, k) R16(m, k) R16(m, k + 16) R16(m, k + 32) R16(m, k + 48)
#define R256(m, k) R64(m, k) R64(m, k + 64) R64(m, k + 128) R64(m, k + 192)

enum { N = 320, TIMES = 400, STEPS = 16 };

static unsigned x[N];

__attribute__((noipa))
/* show: begin */
__attribute__((cold, noinline)) static void
rare(void)
{
	asm volatile(".nops 4096");
}

#define STEP(k)                                                                \
	v[k] += 3;                                                             \
	if (v[k] > limit)                                                      \
		rare();
__attribute__((noipa)) static void work(unsigned *v, unsigned limit)
{
	for (int i = 0; i < STEPS; i++) {
		R256(STEP, 0) R64(STEP, 256)
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		work(x, 1u << 30);
		sum += x[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
