/*
 * big_code.c in pieces of 16 KiB, all passes through one before the next
 * (split-large-body). No step needs another one, so their order does not
 * matter.
 *
 *      big_code PASSES         (compiled with -DBYTES=N)
 */
#include "../kernel.h"

#if defined(__x86_64__)
#define STEP "nopl 0x12345678(%%rax, %%rax, 1)\n"
#define STEP_BYTES 8
#define BASE "r"
#define MOVE "mov %2, %1\n"
#define AGAIN "dec %1\n jnz 1b\n"
#elif defined(__aarch64__)
#define BASE "r"
#define STEP "add %0, %3, #3\n"
#define STEP_BYTES 4
#define MOVE "mov %1, %2\n"
#define AGAIN "subs %1, %1, #1\n b.ne 1b\n"
#elif defined(__powerpc64__)
#define BASE "b" /* not register 0 */
#define STEP "addi %0, %3, 3\n"
#define STEP_BYTES 4
#define MOVE "mr %1, %2\n"
#define AGAIN "addic. %1, %1, -1\n bne 1b\n"
#endif
#define TEXT(x) TEXT_(x)
#define TEXT_(x) #x

/* clang-format off */
#define PIECES_BEGIN ".rept " TEXT(BYTES) " / 16384\n"
HOT static uint64_t run_code(uint64_t x, size_t passes)
{
	uint64_t y = x;
	size_t left;

	__asm__ volatile(PIECES_BEGIN
	                 MOVE
	                 ".balign 64\n"
	                 "1:\n"
	                 ".rept 16384 / " TEXT(STEP_BYTES) "\n"
	                 STEP
	                 ".endr\n"
	                 AGAIN
	                 ".endr\n" : "+r"(y), "=&r"(left)
	                 : "r"(passes), BASE(x) : "cc");
	return y;
}
/* clang-format on */

int main(int argc, char **argv)
{
	kernel_keep((double)run_code(1, kernel_arg(argc, argv, 1)));
	return 0;
}
