/* Draws from a small generator of its own. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000, TIMES = 20 };

/* show: begin */
static inline uint64_t
draw(uint64_t *s) /* xorshift64* */
{
	*s ^= *s >> 12;
	*s ^= *s << 25;
	*s ^= *s >> 27;
	return *s * 2685821657736338717u;
}

__attribute__((noipa)) static double work(int n)
{
	static uint64_t state = 88172645463325252u;
	uint64_t s = state;
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += (double)(draw(&s) >> 11) * 0x1p-53;
	state = s;
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
