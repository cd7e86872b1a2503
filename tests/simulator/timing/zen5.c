/*
 * zen5 - loops whose cycles an iteration were measured on an EPYC 9005 (Zen 5)
 *
 * Each function goes around N times; its account says what the model makes of
 * it (tests/simulator/run.sh).
 */
#include <stdint.h>

enum { N = 1000000, STRINGS = 4000 };

static struct {
	uint64_t at[24 * 512];
} data __attribute__((aligned(4096)));

#define FUNCTION __attribute__((noinline, noclone)) void

/* NAME: BODY with the data's address in %1, TIMES times */
#define LOOP(name, times, body)                                                \
	FUNCTION name(void);                                                   \
	FUNCTION name(void)                                                    \
	{                                                                      \
		long n = times;                                                \
		uint64_t *p = data.at;                                         \
                                                                               \
		__asm__ volatile(                                              \
			"xorps %%xmm0, %%xmm0\nxorps %%xmm1, %%xmm1\n"         \
			".p2align 6\n1:\n" body "dec %0\njnz 1b\n"             \
			: "+r"(n), "+r"(p)                                     \
			:                                                      \
			: "memory", "rcx", "rsi", "rdi", "xmm0", "xmm1",       \
			  "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",      \
			  "xmm8", "xmm9");                                     \
	}

/* an addition takes the sum of another one sooner than others do: 6 */
LOOP(sums, N,
     "addsd %%xmm1, %%xmm0\naddsd %%xmm1, %%xmm0\n"
     "addsd %%xmm1, %%xmm0\n")
/* after the last one a product takes it: 8 */
LOOP(sums_and_product, N,
     "addsd %%xmm1, %%xmm0\naddsd %%xmm1, %%xmm0\n"
     "mulsd %%xmm1, %%xmm0\n")
/* integers of vectors that wait for each other: 4 */
LOOP(vector_chain, N, "paddd %%xmm1, %%xmm0\npxor %%xmm1, %%xmm0\n")
/* numbers go through the pipes of additions: 1.8 */
LOOP(numbers, N,
     ".rept 3\nmov $1, %%ecx\nmov $2, %%esi\nmov $3, %%edi\n.endr\n")
/* what is selected by several flags waits for another operation: 6 */
LOOP(select_greater, N,
     "cmp %1, %%rsi\ncmovg %1, %%rsi\ncmp %1, %%rsi\ncmovl %1, %%rsi\n")
/* by one flag it does not: 4 */
LOOP(select_sign, N,
     "test %1, %%rsi\ncmovs %1, %%rsi\ntest %1, %%rsi\ncmovs %1, %%rsi\n")
/* nothing retires before the control register of FP is read and loaded: 21, two
 * more with what comes after that */
LOOP(control, N,
     "vstmxcsr (%1)\nmov (%1), %%esi\n.rept 16\nadd $1, %%ecx\n.endr\n")
/* a chain goes on meanwhile: 24 */
LOOP(control_chain, N,
     "stmxcsr (%1)\nmov (%1), %%esi\n.rept 8\nmulsd %%xmm1, %%xmm0\n.endr\n")
#define PRODUCTS ".rept 27\nmulsd %%xmm1, %%xmm0\n.endr\n"
#define EIGHT_SUMS                                                             \
	"addsd %%xmm0, %%xmm2\naddsd %%xmm0, %%xmm3\naddsd %%xmm0, %%xmm4\n"   \
	"addsd %%xmm0, %%xmm5\naddsd %%xmm0, %%xmm6\naddsd %%xmm0, %%xmm7\n"   \
	"addsd %%xmm0, %%xmm8\naddsd %%xmm0, %%xmm9\n"
/* 48 sums that wait for a chain of products don't keep it from going on: 83 */
LOOP(few_wait, N, PRODUCTS ".rept 6\n" EIGHT_SUMS ".endr\n")
/* 128 do: products after them wait in order, 117 */
LOOP(many_wait, N, PRODUCTS ".rept 16\n" EIGHT_SUMS ".endr\n")
/* 12 operations of a line come in one cycle: 1.5, as eight are dispatched */
LOOP(one_turn, N, ".rept 11\nnop\n.endr\n")
/* the others later: 3 */
LOOP(two_turns, N, ".rept 16\nnop\n.endr\n")
/* 5 */
LOOP(three_turns, N, ".rept 30\nnop\n.endr\n")
/* jumps, two a cycle: 2.5 */
LOOP(jumps, N,
     "jmp 2f\n.p2align 4\n2:jmp 2f\n.p2align 4\n2:jmp 2f\n"
     ".p2align 4\n2:jmp 2f\n.p2align 4\n2:\n")
/* each byte is a step, but they come as fast as others: 48 to 52 */
LOOP(byte_string, STRINGS,
     "mov %1, %%rsi\nlea 8192(%1), %%rdi\n"
     "mov $1024, %%ecx\nrep movsb\n")
/* stores to one line, two a cycle: 2 */
LOOP(stores, N, "mov %1, (%1)\nmov %1, 8(%1)\nmov %1, 16(%1)\nmov %1, 24(%1)\n")

/* to four in turn as well: 2 */
LOOP(store_rows, N,
     "mov %1, 1024(%1)\nmov %1, 2048(%1)\n"
     "mov %1, 4096(%1)\nmov %1, 8192(%1)\n")

/* 24 lines of one set of L1: one that is on its way serves the loads of several
 * turns: 55 */
LOOP(one_set, N,
     ".set offset, 0\n.rept 24\nadd offset(%1), %%rcx\n"
     ".set offset, offset + 4096\n.endr\n")

int main(void)
{
	sums();
	sums_and_product();
	vector_chain();
	numbers();
	select_greater();
	select_sign();
	control();
	control_chain();
	few_wait();
	many_wait();
	one_turn();
	two_turns();
	three_turns();
	jumps();
	byte_string();
	stores();
	store_rows();
	one_set();
	return 0;
}
