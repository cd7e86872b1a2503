/*
 * Reads the bytes of instructions, one a line in hexadecimal, as objdump cuts
 * them, and tells how many of AVX-512's the decoder knows, how many of these it
 * cuts otherwise, and how many begin as they do and are not known.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/collect/simulate/tool/evex/evex.h"

static unsigned bytes_of(const char *line, uint8_t *to, unsigned room)
{
	char digits[3], *end;
	unsigned n;

	for (n = 0; n < room; n++) {
		snprintf(digits, sizeof digits, "%.2s", line + 2 * (size_t)n);
		to[n] = (uint8_t)strtoul(digits, &end, 16);
		if (end == digits)
			break;
	}
	return n;
}

int main(void)
{
	unsigned known = 0, wrong = 0, unknown = 0;
	char line[256];

	while (fgets(line, sizeof line, stdin)) {
		uint8_t bytes[32] = { 0 };
		const unsigned n = bytes_of(line, bytes, 16);
		struct evex e;

		if (!evex_decode(&e, bytes, sizeof bytes)) {
			if (n && bytes[0] == 0x62) {
				unknown++;
				fprintf(stderr, "not known: %s", line);
			}
			continue;
		}
		known++;
		if (e.size != n) {
			wrong++;
			fprintf(stderr, "%u bytes: %s", e.size, line);
		}
	}
	printf("%u %u %u\n", known, wrong, unknown);
	return 0;
}
