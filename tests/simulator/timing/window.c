/*
 * window - two chains of loads from memory, and what lies between one of the
 * one and one of the other: as long as the window holds it, they come at once
 *
 *	window NAME
 *
 * On a Zen 4 the loads part between 192 and 208 exclusive ors or loads, 144 and
 * 160 additions of vectors, and 304 and 320 moves, which take no register.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LINES = 1 << 16, STEPS = 20000 };

static struct line {
	struct line *next;
	char rest[56];
} ring[LINES] __attribute__((aligned(4096)));

/* x -> a x + c comes to each: a - 1 is a multiple of four, c odd */
static void make_ring(void)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < LINES; i++) {
		const uint32_t next = (at * 40501u + 12345u) % LINES;

		ring[at].next = &ring[next];
		at = next;
	}
}

#define FOUR(s) s s s s
#define TEN(s) s s s s s s s s s s
#define ORS FOUR("xor %%rax, %%r8\n\t")
#define MOVES FOUR("mov %%r9, %%r8\n\tmov %%r8, %%r9\n\t")
#define VECTORS FOUR("paddd %%xmm2, %%xmm3\n\t")

#define CHAINS(name, between)                                                  \
	__attribute__((noinline)) static void name(struct line *a,             \
	                                           struct line *b)             \
	{                                                                      \
		long n = STEPS;                                                \
                                                                               \
		__asm__ volatile("1:\n\tmov (%0), %0\n\t" between              \
		                 "mov (%1), %1\n\t" between "dec %2\n\tjne 1b" \
		                 : "+r"(a), "+r"(b), "+r"(n)                   \
		                 :                                             \
		                 : "rax", "r8", "r9", "xmm3", "cc", "memory"); \
	}

CHAINS(ors_160, FOUR(TEN(ORS)))
CHAINS(ors_240, FOUR(TEN(ORS)) TEN(ORS) TEN(ORS))
CHAINS(moves_240, TEN(MOVES) TEN(MOVES) TEN(MOVES))
CHAINS(moves_400, TEN(MOVES) TEN(MOVES) TEN(MOVES) TEN(MOVES) TEN(MOVES))
CHAINS(vectors_120, TEN(VECTORS) TEN(VECTORS) TEN(VECTORS))
CHAINS(vectors_200, FOUR(TEN(VECTORS)) TEN(VECTORS))

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(struct line *a, struct line *b);
	} all[] = {
		{ "ors_160", ors_160 },         { "ors_240", ors_240 },
		{ "moves_240", moves_240 },     { "moves_400", moves_400 },
		{ "vectors_120", vectors_120 }, { "vectors_200", vectors_200 },
	};

	make_ring();
	for (size_t i = 0; argc > 1 && i < sizeof(all) / sizeof(*all); i++) {
		if (strcmp(argv[1], all[i].name) == 0)
			all[i].run(ring, ring + LINES / 2);
	}
	return 0;
}
