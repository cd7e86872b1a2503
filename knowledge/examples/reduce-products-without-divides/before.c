/* Multiplies modulo n with a divide of 128 bits each time. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 6000 };

/* show: begin */
static uint64_t work_multiply(uint64_t a, uint64_t b, uint64_t n)
{
	return (uint64_t)((unsigned __int128)a * b % n);
}

__attribute__((noipa)) static uint64_t
work(uint64_t x, uint64_t exponent, uint64_t n)
{
	uint64_t power = 1;

	for (; exponent > 0; exponent >>= 1) {
		if (exponent & 1)
			power = work_multiply(power, x, n);
		x = work_multiply(x, x, n);
	}
	return power;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	const uint64_t n = 1000000000000000003;
	double sum = 0;

	for (long r = 0; r < repeats * N; r++)
		sum += (double)(work((uint64_t)(r % N) + 2, n - 2, n) >> 32);
	printf("checksum %.10g\n", sum);
	return 0;
}
