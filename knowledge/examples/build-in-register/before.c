/* Changes a byte of a word in memory, and then computes with the whole word. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 4096, TIMES = 400 };

__attribute__((noipa))
/* show: begin */
static uint64_t
work(uint64_t seed, const uint8_t *bytes, int n)
{
	union {
		uint64_t word;
		uint8_t byte[8];
	} state = { seed };

	for (int i = 0; i < n; i++) {
		state.byte[i & 7] ^= bytes[i];
		state.word = state.word * 0x5851f42d4c957f2d + 1;
	}
	return state.word;
}
/* show: end */

int main(int argc, char **argv)
{
	static uint8_t bytes[N];
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	uint64_t sum = 0;

	for (int i = 0; i < N; i++)
		bytes[i] = (uint8_t)(i * 37);
	for (long r = 0; r < repeats * TIMES; r++)
		sum += work((uint64_t)r, bytes, N);
	printf("checksum %.10g\n", (double)(sum % 1000003));
	return 0;
}
