/*
 * Calls PAGES small functions in turn, each on a page of its own: more pages
 * than the second-level instruction TLB holds. Functions lie a page and a line
 * apart, so their lines spread over the cache sets and stay in L2.
 *
 *      page_functions PASSES
 *
 * No function is hot; all of them together are.
 */
#include "../kernel.h"

enum { PAGES = 3072 };

#if defined(__x86_64__)
#define RETURN "ret\n"
#elif defined(__aarch64__)
#define RETURN "ret\n"
#elif defined(__powerpc64__)
#define RETURN "blr\n"
#endif

/* clang-format off */
__asm__(".text\n"
        ".balign 4096\n"
        ".altmacro\n"
        ".macro page_function number\n"
        ".globl page_\\number\n"
        ".type page_\\number, %function\n"
        "page_\\number:\n"
        "nop\nnop\nnop\nnop\n"
        RETURN
        ".size page_\\number, . - page_\\number\n"
        ".zero 4096 + 64 - (. - page_\\number)\n"
        ".endm\n"
        ".set counter, 0\n"
        ".rept 3072\n"
        "page_function %counter\n"
        ".set counter, counter + 1\n"
        ".endr\n"
        ".noaltmacro\n");
/* clang-format on */

extern const char page_0[];

HOT static void call_pages(void)
{
	for (size_t i = 0; i < PAGES; i++) { /* hot loop begin */
		void (*function)(void);
		const char *address = page_0 + i * (4096 + 64);

		__builtin_memcpy(&function, &address, sizeof(function));
		function();
	} /* hot loop end */
}

int main(int argc, char **argv)
{
	const size_t passes = kernel_arg(argc, argv, 1);

	for (size_t k = 0; k < passes; k++)
		call_pages();
	return 0;
}
