/* Four loops, each with a quarter of the statements. */
#include <stdio.h>
#include <stdlib.h>

#define R4(m, k) m(k) m(k + 1) m(k + 2) m(k + 3)
#define R16(m, k) R4(m, k) R4(m, k + 4) R4(m, k + 8) R4(m, k + 12)
#define R64(m, k) R16(m, k) R16(m, k + 16) R16(m, k + 32) R16(m, k + 48)
#define R256(m, k) R64(m, k) R64(m, k + 64) R64(m, k + 128) R64(m, k + 192)

enum { N = 64, WIDTH = 1024, TIMES = 12 };

static unsigned x[WIDTH];

#define STEP(k) v[k] += (v[k] >> 3) ^ (v[(k) ^ 1] * 5 + by);
#define MORE(k) STEP(k) v[k] ^= v[k] << 5;

__attribute__((noipa))
/* show: begin */
static void
work(unsigned *v, unsigned by)
{
	for (int i = 0; i < N; i++) {
		R256(MORE, 0)
	}
	for (int i = 0; i < N; i++) {
		R256(MORE, 256)
	}
	for (int i = 0; i < N; i++) {
		R256(MORE, 512)
	}
	for (int i = 0; i < N; i++) {
		R256(MORE, 768)
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		work(x, (unsigned)r);
		sum += x[r % WIDTH] % 1000;
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
