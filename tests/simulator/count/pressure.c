/*
 * More values at once than there are registers, whole and floating-point ones,
 * across accesses, divisions, comparisons and calls: what comes out tells
 * whether the simulator keeps all of them.
 */
#include <stdio.h>
#include <string.h>

enum { WIDE = 24, LENGTH = 64 };

static unsigned long whole[WIDE], seed = 88172645463325252UL;
static double real[WIDE];
static unsigned char text[LENGTH];

static unsigned long next(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	return seed ^= seed << 17;
}

/* All of one row before any of the next: no compiler can do it in fewer. */
static void turn(void)
{
	unsigned long w[WIDE];
	double r[WIDE];

#pragma GCC unroll 24
	for (int i = 0; i < WIDE; i++) {
		w[i] = whole[i] * 3 + whole[(i + 5) % WIDE];
		r[i] = real[i] * 0.5 + real[(i + 7) % WIDE] * 0.25;
	}
#pragma GCC unroll 24
	for (int i = 0; i < WIDE; i++) {
		whole[i] = w[i] ^ w[(i + 11) % WIDE] >> 3;
		real[i] = r[i] + r[(i + 13) % WIDE] / (double)(i + 2);
	}
}

static void mixed(void)
{
	unsigned long a = next(), b = next() | 1, c = next(), d = next() | 1;

	for (int i = 0; i < WIDE; i++) {
		whole[i] += a / b + c % d + (a > c) + (b < d ? a : c);
		a = a << (c & 31) | a >> 7;
		c += whole[(i + 1) % WIDE] * b;
		if (real[i] > 1e6 || real[i] != real[i])
			real[i] = (double)(whole[i] >> 40);
		d = (d >> 1) | 1;
	}
	for (int i = 0; i < LENGTH; i++)
		text[i] = (unsigned char)next();
	text[LENGTH - 1] = 0;
	/* NOLINTNEXTLINE(*-memory-comparison,cert-*): its bits are meant */
	whole[0] += strlen((const char *)text) + (size_t)memcmp(text, real, 9);
}

/* What was loaded before a store is what was there before it. */
static void swap(unsigned long *a, unsigned long *b)
{
#ifdef __x86_64__
	unsigned long other = *b;

	__asm__ volatile("mov (%0), %%rax\n\t"
	                 "mov %1, (%0)\n\t"
	                 "mov %%rax, (%2)\n\t"
	                 "xor %%eax, %%eax" ::"r"(a),
	                 "r"(other), "r"(b)
	                 : "rax", "cc", "memory");
#else
	const unsigned long first = *a;

	*a = *b;
	*b = first;
#endif
}

int main(void)
{
	for (int i = 0; i < WIDE; i++) {
		whole[i] = next();
		real[i] = (double)(next() >> 44);
	}
	for (int i = 0; i < 2000; i++) {
		turn();
		if (i % 3 == 0)
			mixed();
		swap(&whole[i % WIDE], &whole[(i + 3) % WIDE]);
	}
	for (int i = 0; i < WIDE; i++)
		printf("%lu %.17g\n", whole[i], real[i]);
	return 0;
}
