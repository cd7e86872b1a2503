/*
 * loops - loops whose cycles an iteration were measured on an EPYC 9004 (Zen 4)
 *
 * Each function goes around N times; its account says what the model makes of
 * it (tests/simulator/run.sh).
 */
#include <stdint.h>

enum { N = 1000000 };

static struct {
	uint64_t at[4096];
} data __attribute__((aligned(4096)));

#define FUNCTION __attribute__((noinline, noclone)) void

/* NAME: BODY with the data's address in %1 and a number in %2, N times */
#define LOOP(name, body)                                                       \
	FUNCTION name(void);                                                   \
	FUNCTION name(void)                                                    \
	{                                                                      \
		long n = N;                                                    \
		uint64_t *p = data.at, value = 0;                              \
                                                                               \
		__asm__ volatile(".p2align 6\n1:\n" body "dec %0\njnz 1b\n"    \
		                 : "+r"(n), "+r"(p), "+r"(value)               \
		                 :                                             \
		                 : "memory", "rax", "rcx", "rdx", "rsi",       \
		                   "rdi", "r8", "xmm0", "xmm1", "xmm2",        \
		                   "xmm3");                                    \
	}

/* a comparison and what it selects, which the next one compares: 2 */
LOOP(select_greater, "cmp $77, %2\ncmovl %1, %2\ncmp $78, %2\ncmovg %1, %2\n")
/* the value of a store at once: 1 */
LOOP(store_and_load, "mov %2, (%1)\nmov (%1), %2\nadd $1, %2\n")
/* bytes not: 7 */
LOOP(store_and_load_byte, "movb %b2, (%1)\nmovzbl (%1), %k2\nadd $1, %2\n")
/* a byte stored, and the word around it loaded: waits until it is in L1 */
LOOP(store_byte_load_word, "movb %b2, (%1)\nmov (%1), %2\nadd $1, %2\n")
/* an atomic update is in L1 before anything after it loads */
LOOP(lock_part_load_word, "lock addl $1, (%1)\nmov (%1), %2\nadd $1, %2\n")
/* two stores to a line in a cycle: 2 */
LOOP(store_line,
     "mov %2, (%1)\nmov %2, 8(%1)\nmov %2, 16(%1)\nmov %2, 24(%1)\n")
/* else one: 4 */
LOOP(store_lines,
     "mov %2, (%1)\nmov %2, 64(%1)\nmov %2, 128(%1)\nmov %2, 192(%1)\n")
/* loads and stores together, three a cycle: 2 */
LOOP(load_and_store,
     "mov (%1), %%rcx\nmov 8(%1), %%rsi\nmov 16(%1), %%rdi\nmov 24(%1), %%r8\n"
     "mov %2, 32(%1)\nmov %2, 40(%1)\n")
/* chains of four divides that wait for the unit only, as they overlap: 24 */
LOOP(divides_in_rows,
     "mov $1000000, %%eax\nmov $10, %%ecx\nxor %%edx, %%edx\ndiv %%ecx\n"
     "xor %%edx, %%edx\ndiv %%ecx\nxor %%edx, %%edx\ndiv %%ecx\n"
     "xor %%edx, %%edx\ndiv %%ecx\n")
/* a load extends its sign by itself: 5 */
LOOP(extended_load, "movslq (%1,%2), %2\n")
/* with a quotient of half of the bits, and what makes it no zero: 13 + 1 */
LOOP(divide_wide, "or $0x40000001, %2\nxor %%edx, %%edx\nmov $-1, %%rax\n"
                  "div %2\nmov %%rax, %2\n")
/* a byte of a register waits for the rest of it: 2 */
LOOP(set_part, "cmp %1, %2\nseta %%al\nand %%ecx, %%eax\n")
/* a load of a byte as well: 4 */
LOOP(load_parts, "movb (%1), %%al\nadd $1, %%rax\nmovb 1(%1), %%al\n"
                 "add $1, %%rax\n")
/* results of comparing vectors come to integers one a cycle: 4 */
LOOP(compare_vectors, "comisd (%1), %%xmm0\nseta %%al\ncomisd 8(%1), %%xmm0\n"
                      "seta %%cl\ncomisd 16(%1), %%xmm0\nseta %%dl\n"
                      "comisd 24(%1), %%xmm0\nseta %%sil\n")
/* a store of two lines takes two cycles: 8 */
LOOP(split_stores,
     "mov %2, 60(%1)\nmov %2, 124(%1)\nmov %2, 188(%1)\nmov %2, 252(%1)\n")
/* loads of two lines take their pipe twice: 4 */
LOOP(split_loads, "movups 56(%1), %%xmm0\nmovups 120(%1), %%xmm1\n"
                  "movups 184(%1), %%xmm2\nmovups 248(%1), %%xmm3\n")
/* a repeated string instruction begins late: 14 */
LOOP(short_string,
     "mov %1, %%rsi\nlea 4096(%1), %%rdi\nmov $16, %%ecx\nrep movsb\n")
/* longer ones once more, and take 32 bytes a cycle: 58 */
LOOP(long_string,
     "mov %1, %%rsi\nlea 4096(%1), %%rdi\nmov $128, %%ecx\nrep movsq\n")
/* shifts and rotations, two a cycle: 4 */
LOOP(shifts, "shl $3, %%eax\nshr $5, %%ecx\nsar $3, %%edx\nrol $3, %%esi\n"
             "shl $3, %%edi\nshr $5, %%r8d\nror $7, %%eax\nshl $1, %%ecx\n")
/* of vectors as well: 2 */
LOOP(vector_shifts, "pslld $3, %%xmm0\npsrlq $3, %%xmm1\npsrad $3, %%xmm2\n"
                    "psllq $3, %%xmm3\n")
/* the carry is waited for, whose DEC keeps it as well: 4 */
LOOP(carries, "adc $1, %%rax\nadc $2, %%rcx\nadc $3, %%rdx\nadc $1, %%rsi\n")
/* what sets other flags too is not: 1.9 */
LOOP(bit_tests, "bt $3, %%eax\nsetc %%cl\nbt $3, %%edx\nsetc %%sil\n"
                "bt $3, %%edi\nsetc %%r8b\n")
/* an address of three parts: 2; of two: 1 */
LOOP(three_parts, "lea 8(%2,%2,2), %2\n")
LOOP(two_parts, "lea (%1,%2,2), %2\n")
/* products of parts of vectors: 5.8 */
LOOP(multiply_vectors, "pmuludq %%xmm1, %%xmm0\npmuludq %%xmm1, %%xmm0\n")
/* the address of two registers: 4; and of something else: 5 */
LOOP(two_registers, "mov (%1,%2), %2\n")
LOOP(indexed_load, "mov (%1,%2,8), %2\n")
#ifdef __FMA__
/* a load of 256 bits is one, for FMA as well: 1 */
LOOP(fused, "vmovapd %%ymm1, %%ymm0\nvfmadd132pd (%1), %%ymm1, %%ymm0\n")
#endif

/* the same with five numbers on the x87 stack */
#define STACK_LOOP(name, body)                                                 \
	FUNCTION name(void);                                                   \
	FUNCTION name(void)                                                    \
	{                                                                      \
		long n = N;                                                    \
		uint64_t *p = data.at;                                         \
                                                                               \
		__asm__ volatile("fldz\nfldz\nfldz\nfldz\nfldz\n"              \
		                 ".p2align 6\n1:\n" body "dec %0\njnz 1b\n"    \
		                 "fstp %%st\nfstp %%st\nfstp %%st\n"           \
		                 "fstp %%st\nfstp %%st\n"                      \
		                 : "+r"(n), "+r"(p)                            \
		                 :                                             \
		                 : "memory", "st", "st(1)", "st(2)", "st(3)",  \
		                   "st(4)", "st(5)");                          \
	}

/* one sum: 7 */
STACK_LOOP(stack_sum, "faddl (%1)\n")
/* four sums beside each other, and pushes and pops between them: 7 */
STACK_LOOP(stack_sums, "fldl (%1)\nfadd %%st, %%st(2)\nfadd %%st, %%st(3)\n"
                       "fadd %%st, %%st(4)\nfaddp %%st, %%st(5)\n")
/* numbers of ten bytes that are loaded and stored, at two addresses: 9 */
STACK_LOOP(stack_copy, "fldt (%1)\nfstpt 128(%1)\nxor $64, %1\n")

int main(void)
{
	select_greater();
	store_and_load();
	store_and_load_byte();
	store_byte_load_word();
	lock_part_load_word();
	store_line();
	store_lines();
	load_and_store();
	data.at[0] = 0;
	extended_load();
	divide_wide();
	divides_in_rows();
	set_part();
	load_parts();
	compare_vectors();
	split_stores();
	split_loads();
	short_string();
	long_string();
	shifts();
	vector_shifts();
	carries();
	bit_tests();
	three_parts();
	two_parts();
	multiply_vectors();
	two_registers();
	indexed_load();
	stack_sum();
	stack_sums();
	stack_copy();
#ifdef __FMA__
	fused();
#endif
	return 0;
}
