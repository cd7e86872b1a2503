/* 4096 statements in a row. */
#include <stdio.h>
#include <stdlib.h>

#define R4(m, k) m(k) m(k + 1) m(k + 2) m(k + 3)
#define R16(m, k) R4(m, k) R4(m, k + 4) R4(m, k + 8) R4(m, k + 12)
#define R64(m, k) R16(m, k) R16(m, k + 16) R16(m, k + 32) R16(m, k + 48)
#define R256(m, k) R64(m, k) R64(m, k + 64) R64(m, k + 128) R64(m, k + 192)
#define R1024(m, k)                                                            \
	R256(m, k) R256(m, k + 256) R256(m, k + 512) R256(m, k + 768)

enum { N = 3072, TIMES = 400 };

static unsigned x[N + 2];

__attribute__((noipa))
/* show: begin */
#define STEP(k) v[k] += (v[k] >> 3) ^ (v[(k) + 2] * 5 + by);
static void
work(unsigned *v, unsigned by)
{
	R1024(STEP, 0)
	R1024(STEP, 1024)
	R1024(STEP, 2048)
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		work(x, (unsigned)r);
		sum += x[r % N] % 1000;
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
