/* Looks up what eight bits of a checksum become. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100000 };

static unsigned char bytes[N];

__attribute__((noipa))
/* show: begin */
static uint32_t
work(const unsigned char *bytes, int n)
{
	uint32_t table[256], crc = 0xffffffff;

	for (uint32_t byte = 0; byte < 256; byte++) {
		table[byte] = byte;
		for (int bit = 0; bit < 8; bit++)
			table[byte] = table[byte] >> 1 ^
			              (table[byte] & 1 ? 0xedb88320 : 0);
	}
	for (int i = 0; i < n; i++)
		crc = table[(crc ^ bytes[i]) & 255] ^ crc >> 8;
	return ~crc;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		bytes[i] = (unsigned char)(i * 7919 >> 3);
	for (long r = 0; r < repeats; r++)
		sum += work(bytes, N);
	printf("checksum %.10g\n", sum);
	return 0;
}
