/*
 * Repeated string instructions: what each leaves in memory, registers and
 * flags, which has to be as natively, and two of which theory knows the counts.
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__((noinline, noclone))

enum { SIZE = 5000, TO = 100, FROM = 37 };

static unsigned char from[SIZE], to[SIZE];

#if defined(__x86_64__)
struct state {
	unsigned char *to, *from;
	unsigned long n, a, flags;
};

static void prepare(void)
{
	for (int i = 0; i < SIZE; i++)
		from[i] = (unsigned char)(i * 7 >> 2);
	for (int i = 0; i < SIZE; i++)
		to[i] = from[i + FROM >= TO ? i + FROM - TO : 0];
	to[TO + 777] ^= 1;
}

static void show(const char *name, const struct state *s)
{
	unsigned long hash = 0;

	for (int i = 0; i < SIZE; i++)
		hash = hash * 31 + from[i] * 3u + to[i];
	printf("%s: %ld %ld %lu %lx %lx %lx\n", name, (long)(s->to - to),
	       (long)(s->from - from), s->n, s->a, s->flags & 0x8d5, hash);
}

/* Forwards and backwards */
#define TRY(insn, steps, size)                                                 \
	for (int back = 0; back < 2; back++) {                                 \
		const long last = back ? ((long)(steps)-1) * (size) : 0;       \
		struct state s = { to + TO + last, from + FROM + last, steps,  \
			           0x1122334455667788, 0 };                    \
                                                                               \
		prepare();                                                     \
		if (back)                                                      \
			__asm__ volatile("std");                               \
		__asm__ volatile(insn "\npushfq\npop %4\ncld"                  \
		                 : "+D"(s.to), "+S"(s.from), "+c"(s.n),        \
		                   "+a"(s.a), "=r"(s.flags)                    \
		                 :                                             \
		                 : "memory", "cc");                            \
		show(insn, &s);                                                \
	}

/* What is written is read again: a pattern goes on. */
#define OVERLAP(insn, steps)                                                   \
	do {                                                                   \
		struct state s = { to + TO + 3, to + TO, steps, 0, 0 };        \
                                                                               \
		prepare();                                                     \
		__asm__ volatile(insn                                          \
		                 : "+D"(s.to), "+S"(s.from), "+c"(s.n)         \
		                 :                                             \
		                 : "memory");                                  \
		show("overlapping " insn, &s);                                 \
	} while (0)

static void try_all(void)
{
	TRY("rep movsb", 0, 1)
	TRY("rep movsb", 1, 1)
	TRY("rep movsb", 1000, 1)
	TRY("rep movsw", 500, 2)
	TRY("rep movsl", 500, 4)
	TRY("rep movsq", 500, 8)
	TRY("rep stosb", 1000, 1)
	TRY("rep stosw", 500, 2)
	TRY("rep stosl", 500, 4)
	TRY("rep stosq", 500, 8)
	TRY("repe cmpsb", 1000, 1)
	TRY("repe cmpsw", 500, 2)
	TRY("repe cmpsl", 250, 4)
	TRY("repe cmpsq", 125, 8)
	TRY("repne scasb", 1000, 1)
	TRY("repne scasw", 500, 2)
	TRY("repe scasl", 500, 4)
	TRY("repe scasq", 500, 8)
	TRY("repne scasb", 0, 1)
	OVERLAP("rep movsb", 400);
	OVERLAP("rep movsq", 50);
}

static unsigned char lines[1 << 17] __attribute__((aligned(64)));

/* 100 times 2 instructions, 1,024 loads and stores, 32 KiB of each */
static NOINLINE void copy(int times)
{
	__asm__ volatile(".p2align 6\n"
	                 "1: mov $32768, %%ecx\n"
	                 "lea lines(%%rip), %%rsi\n"
	                 "lea 65536(%%rsi), %%rdi\n"
	                 "rep movsb\n"
	                 "dec %0\n"
	                 "jnz 1b"
	                 : "+r"(times)
	                 :
	                 : "rcx", "rsi", "rdi", "memory");
}

static unsigned char many[400001];

/* Copies that are longer than what the model follows at a time */
static NOINLINE void shift(int times)
{
	for (int i = 0; i < times; i++) {
		unsigned char *to_at = many, *from_at = many + 1;
		unsigned long n = sizeof many - 1;

		many[sizeof many - 1] = (unsigned char)i;
		__asm__ volatile("rep movsb"
		                 : "+D"(to_at), "+S"(from_at), "+c"(n)
		                 :
		                 : "memory");
	}
	printf("shifted: %d\n", many[sizeof many - 2]);
}

/* 100 times 80 bytes from the middle of a vector: four stores */
static NOINLINE void fill(int times)
{
	__asm__ volatile(".p2align 6\n"
	                 "1: mov $10, %%ecx\n"
	                 "lea 24+lines(%%rip), %%rdi\n"
	                 "rep stosq\n"
	                 "dec %0\n"
	                 "jnz 1b"
	                 : "+r"(times)
	                 :
	                 : "rcx", "rdi", "rax", "memory");
}

/* 100 times 256 steps until the zero */
static NOINLINE void search(int times)
{
	memset(lines, 1, 255);
	lines[255] = 0;
	__asm__ volatile(".p2align 6\n"
	                 "1: mov $1000, %%ecx\n"
	                 "lea lines(%%rip), %%rdi\n"
	                 "xor %%eax, %%eax\n"
	                 "repne scasb\n"
	                 "dec %0\n"
	                 "jnz 1b"
	                 : "+r"(times)
	                 :
	                 : "rcx", "rdi", "rax", "memory");
}
#endif

int main(int argc, char **argv)
{
	(void)argv;
#if defined(__x86_64__)
	if (argc > 1) {
		shift(300);
		return 0;
	}
	try_all();
	copy(100);
	fill(100);
	search(100);
#endif
	return 0;
}
