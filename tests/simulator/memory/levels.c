/*
 * levels - what comes from a level below the first: lines of a ring, and code
 *
 *	levels kept | any NUMBERS | column [BYTES ROWS] | rows | code
 *
 * kept: a ring of 2 MiB, again and again. Its account says how much of it is
 * still in an L3 cache into which others bring lines, too.
 * any: so many numbers of each line of 64 MiB, in an order that nothing
 *foresees and by addresses that come from no load. column: of each of 2,048
 *rows of 4 KiB (or of so many of so many bytes) a line, again and again: all of
 *them in one set of L1, and too many for their sets of L2 where these are the
 *address's own bits.
 *
 * rows: fourteen rows of 132 KiB, side by side, whose lines are in one set of
 * L1.
 *
 * code: 256 KiB of straight code of eight bytes each (x86-64).
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 1 << 15, PASSES = 60, ANY = 1 << 20 };

static struct line {
	struct line *next;
	char rest[56];
} ring[LINES] __attribute__((aligned(64)));

/* x -> a x + c comes to each: a - 1 is a multiple of four, c odd */
static void make_ring(void)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < LINES; i++) {
		const uint32_t next = (at * 20117u + 12345u) % LINES;

		ring[at].next = &ring[next];
		at = next;
	}
}

__attribute__((noinline)) struct line *kept(void)
{
	struct line *at = ring;

	for (int i = 0; i < PASSES * LINES; i++)
		at = at->next;
	return at;
}

static volatile char far[ANY * 64];

__attribute__((noinline)) uint64_t any(long numbers)
{
	uint64_t at = 1, sum = 0;

	for (int i = 0; i < ANY; i++) {
		for (long k = 0; k < numbers; k++)
			sum += (unsigned char)far[at * 64 + (uint64_t)k * 8];
		at = (5 * at + 7) % ANY;
	}
	return sum;
}

__attribute__((noinline)) uint64_t rows(void)
{
	uint64_t sum = 0;

	for (int k = 0; k < PASSES / 8; k++) {
		for (long at = 0; at < 1 << 17; at += 8) {
			for (long row = 0; row < 14; row++)
				sum += (unsigned char)
					far[row * (33 << 12) + at];
		}
	}
	return sum;
}

__attribute__((noinline)) uint64_t column(long bytes, long rows, int passes)
{
	uint64_t sum = 0;

	for (int k = 0; k < passes; k++) {
		for (long row = 0; row < rows; row++)
			sum += (unsigned char)far[row * bytes + k % 64];
	}
	return sum;
}

__attribute__((noinline)) uint64_t code(uint64_t x)
{
	uint64_t y = x;

#if defined(__x86_64__)
	for (int k = 0; k < 60; k++)
		__asm__ volatile(".p2align 6\n.rept 32768\n"
		                 "lea 0x12345678(%1, %1, 1), %0\n.endr\n"
		                 : "+r"(y)
		                 : "r"(x));
#endif
	return y;
}

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "code") == 0)
		return code(1) == 0;
	if (argc == 3 && strcmp(argv[1], "any") == 0)
		return any(strtol(argv[2], NULL, 10)) != 0;
	if (argc == 2 && strcmp(argv[1], "rows") == 0)
		return rows() != 0;
	if (argc == 2 && strcmp(argv[1], "column") == 0)
		return column(4096, 2048, 200) != 0;
	if (argc == 4 && strcmp(argv[1], "column") == 0)
		return column(strtol(argv[2], NULL, 10),
		              strtol(argv[3], NULL, 10), PASSES) != 0;
	make_ring();
	return kept() == NULL;
}
