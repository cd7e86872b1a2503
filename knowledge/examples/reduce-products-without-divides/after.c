/* Multiplies modulo n in Montgomery's form, without a divide. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 6000 };

/* show: begin */
/* a * b / 2^64 modulo n; n is odd and below 2^63, inverse is -1 / n modulo 2^64 */
static uint64_t
work_multiply(uint64_t a, uint64_t b, uint64_t n, uint64_t inverse)
{
	const unsigned __int128 product = (unsigned __int128)a * b;
	const uint64_t m = (uint64_t)product * inverse;
	const uint64_t high = ((unsigned __int128)m * n + product) >> 64;

	return high >= n ? high - n : high;
}
/* show: end */

/* one: 2^64 modulo n; x is a number times 2^64, as the result is */
__attribute__((noipa)) static uint64_t
work(uint64_t x, uint64_t exponent, uint64_t n, uint64_t inverse, uint64_t one)
{
	uint64_t power = one;

	for (; exponent > 0; exponent >>= 1) {
		if (exponent & 1)
			power = work_multiply(power, x, n, inverse);
		x = work_multiply(x, x, n, inverse);
	}
	return work_multiply(power, 1, n, inverse);
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	const uint64_t n = 1000000000000000003;
	const uint64_t one = (uint64_t)(((unsigned __int128)1 << 64) % n);
	uint64_t inverse = 1;
	double sum = 0;

	for (int i = 0; i < 6; i++) /* doubles the right bits each time */
		inverse *= 2 + n * inverse;
	for (long r = 0; r < repeats * N; r++) {
		const uint64_t x = (uint64_t)(r % N) + 2;

		sum += (double)(work((uint64_t)((unsigned __int128)x * one % n),
		                     n - 2, n, inverse, one) >> 32);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
