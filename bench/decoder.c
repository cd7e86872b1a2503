/*
 * decoder - our decoder's view of each instruction that objdump lists
 *
 *	objdump -d -w FILE | decoder x86-64|aarch64|ppc64le
 *
 * A line for each, with tabs between its fields:
 *
 *	the size that objdump lists, and ours (0: not known)
 *	flow, a letter of FLOWS, and its target
 *	l and s: it loads, it stores
 *	floating-point arithmetic, a letter of KINDS, and its type (s, d, p)
 *	bits of vectors
 *	objdump's mnemonic and operands
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/binary/decode/decode.h"

#define FLOWS ".BJSCIRX"           /* by enum flow_kind */
#define KINDS "...AMFDQ..CTI....." /* by enum insn_kind */

enum { LONGEST = 32 };

static enum image_arch arch_of(const char *name)
{
	if (strcmp(name, "x86-64") == 0)
		return IMAGE_X86_64;
	if (strcmp(name, "aarch64") == 0)
		return IMAGE_AARCH64;
	return strcmp(name, "ppc64le") == 0 ? IMAGE_PPC64LE : IMAGE_OTHER;
}

/* The bytes in text, of which some objdumps write a word as one number */
static size_t bytes_of(char *text, uint8_t bytes[LONGEST])
{
	char *save;
	size_t n = 0;

	for (char *t = strtok_r(text, " ", &save); t && n + 4 < LONGEST;
	     t = strtok_r(NULL, " ", &save)) {
		uint32_t v = (uint32_t)strtoul(t, NULL, 16);

		for (size_t i = 0; i < strlen(t) / 2; i++)
			bytes[n++] = (uint8_t)(v >> 8 * i);
	}
	return n;
}

static void print_view(struct decoder *d, uint64_t addr, const uint8_t *bytes,
                       const char *rest)
{
	struct insn i;
	bool known = decode(d, bytes, LONGEST, addr, &i), load = false,
	     store = false, fp = KINDS[i.kind] != '.';

	for (unsigned m = 0; m < i.nmem; m++) {
		load = load || i.mem[m].load;
		store = store || i.mem[m].store;
	}
	printf("%d\t%c\t%" PRIx64 "\t%s%s\t%c\t%s%s%s\t%u\t%s",
	       known ? i.size : 0, FLOWS[i.flow], i.target, load ? "l" : "",
	       store ? "s" : "", KINDS[i.kind],
	       fp && i.flags & INSN_SINGLE ? "s" : "",
	       fp && i.flags & INSN_DOUBLE ? "d" : "",
	       fp && i.flags & INSN_PACKED ? "p" : "", i.vector_bits, rest);
}

int main(int argc, char **argv)
{
	struct decoder *d = decoder_new(arch_of(argc > 1 ? argv[1] : ""));
	char line[1024];

	if (!d)
		return EXIT_FAILURE;
	while (fgets(line, sizeof(line), stdin)) {
		uint8_t bytes[LONGEST] = { 0 };
		char *at, *hex, *rest;
		uint64_t addr = strtoull(line, &at, 16);

		if (at == line || *at != ':')
			continue;
		hex = at + 2;
		rest = strchr(hex, '\t');
		if (!rest)
			continue;
		*rest++ = '\0';
		printf("%zu\t", bytes_of(hex, bytes));
		print_view(d, addr, bytes, rest);
	}
	decoder_free(d);
	return EXIT_SUCCESS;
}
