/* Builds 8-byte keys from single bytes and mixes them. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t checksum_field(const unsigned char *field, uint64_t mix)
{
	uint64_t word = 0;

	for (int i = 0; i < 8; i++)
		word |= (uint64_t)(unsigned char)(field[i] ^ (mix >> i)) << 8 * i;
	return word * 0x9e3779b97f4a7c15 + (word >> 29);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 10000;
	static unsigned char data[65536];
	uint64_t mix = 1;

	for (int i = 0; i < 65536; i++)
		data[i] = i * 37;
	for (int r = 0; r < rounds; r++)
		for (int i = 0; i + 8 <= 65536; i += 8)
			mix = checksum_field(data + i, mix);
	printf("%llx\n", (unsigned long long)mix);
	return 0;
}
