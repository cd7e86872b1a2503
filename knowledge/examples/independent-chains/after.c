/* The hash of a text by four sums, put together at the end. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 4000 }; /* a multiple of 4 */

static const uint64_t m = 1000003;
static unsigned char text[N];

__attribute__((noipa))
/* show: begin */
static uint64_t
work(void)
{
	const uint64_t m4 = m * m * m * m;
	uint64_t a = 0, b = 0, c = 0, d = 0;

	for (int i = 0; i < N; i += 4) {
		a = a * m4 + text[i];
		b = b * m4 + text[i + 1];
		c = c * m4 + text[i + 2];
		d = d * m4 + text[i + 3];
	}
	return ((a * m + b) * m + c) * m + d;
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
