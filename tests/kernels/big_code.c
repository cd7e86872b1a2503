/*
 * Runs through BYTES of straight code again and again: each line of it is
 * fetched from the first cache that holds all of it.
 *
 *      big_code PASSES         (compiled with -DBYTES=N)
 */
#include "kernel.h"

#if defined(__x86_64__)
#define STEP "lea 0x12345678(%0, %0, 1), %0\n" /* eight bytes */
#define STEP_BYTES 8
#elif defined(__aarch64__)
#define STEP "add %0, %0, #3\n"
#define STEP_BYTES 4
#elif defined(__powerpc64__)
#define STEP "addi %0, %0, 3\n"
#define STEP_BYTES 4
#endif
#define TEXT(x) TEXT_(x)
#define TEXT_(x) #x

HOT static uint64_t run_code(uint64_t x, size_t passes)
{
	for (size_t k = 0; k < passes; k++) { /* hot loop begin */
					      /* clang-format off */
		__asm__ volatile(".balign 64\n"
		                 ".rept " TEXT(BYTES) " / " TEXT(STEP_BYTES) "\n"
		                 STEP
		                 ".endr\n" : "+b"(x));
					      /* clang-format on */
	}                                     /* hot loop end */
	return x;
}

int main(int argc, char **argv)
{
	kernel_keep((double)run_code(1, kernel_arg(argc, argv, 1)));
	return 0;
}
