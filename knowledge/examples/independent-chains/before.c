/* The hash of a text: each multiplication waits for the one before. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 4000 };

static const uint64_t m = 1000003;
static unsigned char text[N];

__attribute__((noipa))
/* show: begin */
static uint64_t
work(void)
{
	uint64_t h = 0;

	for (int i = 0; i < N; i++)
		h = h * m + text[i];
	return h;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	uint64_t sum = 0;

	for (int i = 0; i < N; i++)
		text[i] = (unsigned char)(i * 31 % 251);
	for (long r = 0; r < repeats * 2000; r++) {
		text[r % N]++;
		sum += work();
	}
	printf("checksum %lu\n", (unsigned long)sum);
	return 0;
}
