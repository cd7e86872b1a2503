/* The CRC-32 of a block, bit by bit. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t table[256];

static uint32_t crc_of(const unsigned char *s, size_t n)
{
	uint32_t crc = 0xffffffff;

	for (size_t i = 0; i < n; i++) {
		crc = crc >> 8 ^ table[(crc ^ s[i]) & 255];
	}
	return ~crc;
}

int main(void)
{
	enum { N = 1 << 20 };
	unsigned char *s = malloc(N);
	uint32_t all = 0;

	for (uint32_t b = 0; b < 256; b++) {
		table[b] = b;
		for (int bit = 0; bit < 8; bit++)
			table[b] = table[b] >> 1 ^ (0xedb88320 & -(table[b] & 1));
	}
	for (int i = 0; i < N; i++)
		s[i] = i * 73 >> 3;
	for (int round = 0; round < 100; round++) {
		s[round] ^= 255;
		all ^= crc_of(s, N);
	}
	printf("%08x\n", all);
	free(s);
	return 0;
}
