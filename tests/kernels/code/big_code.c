/*
 * Runs through BYTES of straight code again and again: each line of it is
 * fetched from the first cache that holds all of it. Its steps don't wait for
 * each other, so the fetching is what takes the time.
 *
 *      big_code PASSES         (compiled with -DBYTES=N)
 */
#include "../kernel.h"

#if defined(__x86_64__)
/* Eight bytes that no unit has to work at: an LEA of three parts takes one as
 * long as these are fetched. */
#define STEP "nopl 0x12345678(%%rax, %%rax, 1)\n"
#define STEP_BYTES 8
#define BASE "r"
#elif defined(__aarch64__)
#define BASE "r"
#define STEP "add %0, %1, #3\n"
#define STEP_BYTES 4
#elif defined(__powerpc64__)
#define BASE "b" /* not register 0 */
#define STEP "addi %0, %1, 3\n"
#define STEP_BYTES 4
#endif
#define TEXT(x) TEXT_(x)
#define TEXT_(x) #x

HOT static uint64_t run_code(uint64_t x, size_t passes)
{
	uint64_t y = x;

	for (size_t k = 0; k < passes; k++) { /* hot loop begin */
					      /* clang-format off */
		__asm__ volatile(".balign 64\n"
		                 ".rept " TEXT(BYTES) " / " TEXT(STEP_BYTES) "\n"
		                 STEP
		                 ".endr\n" : "+r"(y) : BASE(x));
					      /* clang-format on */
	}                                     /* hot loop end */
	return y;
}

int main(int argc, char **argv)
{
	kernel_keep((double)run_code(1, kernel_arg(argc, argv, 1)));
	return 0;
}
