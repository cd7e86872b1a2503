/* Columns of five words are mixed with their neighbours, round and round. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((noipa))
/* show: begin */
void work(uint64_t *s, int rounds)
{
	uint64_t b[5];

	for (int r = 0; r < rounds; r++)
		for (int j = 0; j < 25; j += 5) {
			for (int i = 0; i < 5; i++)
				b[i] = s[j + i] + (uint64_t)r;
			for (int i = 0; i < 5; i++)
				s[j + i] ^= ~b[(i + 1) % 5] & b[(i + 2) % 5];
		}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	uint64_t s[25], sum = 0;

	for (int i = 0; i < 25; i++)
		s[i] = 0x9e3779b97f4a7c15u * (uint64_t)(i + 1);
	for (long r = 0; r < repeats; r++)
		work(s, 40000);
	for (int i = 0; i < 25; i++)
		sum ^= s[i] >> i;
	printf("checksum %.10g\n", (double)sum);
}
