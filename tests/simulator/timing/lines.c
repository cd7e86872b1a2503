/*
 * lines - lines of code that were measured on an EPYC 9004 (Zen 4)
 *
 *	lines decoded | kept | apart | from_l2 | forgotten | pages
 *
 * Each line has four additions and a jump to the next one.
 */
#include <string.h>

enum { N = 2000000 };

#define LINES(name, lines, bytes)                                              \
	__attribute__((noinline, noclone)) static void name(void)              \
	{                                                                      \
		long n = N / (lines);                                          \
                                                                               \
		__asm__ volatile(".p2align 12\n1:\n.rept " #lines "\n"         \
		                 "2:\nadd $1, %%eax\nadd $1, %%ecx\n"          \
		                 "add $1, %%edx\nadd $1, %%esi\njmp 3f\n"      \
		                 ".org 2b + " #bytes "\n3:\n.endr\n"           \
		                 "dec %0\njnz 1b\n"                            \
		                 : "+r"(n)                                     \
		                 :                                             \
		                 : "memory", "rax", "rcx", "rdx", "rsi");      \
	}

/* they are in the op cache: 1 */
LINES(decoded, 512, 64)
/* more than L1I holds, in a loop longer than a burst of the model: 1 */
LINES(kept, 700, 64)
/* also where L1I does not hold them: 2 */
LINES(apart, 512, 256)
/* they come from L2: 2.2 */
LINES(from_l2, 2048, 64)
/* their jumps are not remembered: 16.6 */
LINES(forgotten, 16384, 64)

/* pages that only the second TLB knows, on a Zen 5: 1.9 */
LINES(pages, 256, 4160)

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "decoded") == 0)
		decoded();
	else if (argc == 2 && strcmp(argv[1], "kept") == 0)
		kept();
	else if (argc == 2 && strcmp(argv[1], "apart") == 0)
		apart();
	else if (argc == 2 && strcmp(argv[1], "from_l2") == 0)
		from_l2();
	else if (argc == 2 && strcmp(argv[1], "forgotten") == 0)
		forgotten();
	else if (argc == 2 && strcmp(argv[1], "pages") == 0)
		pages();
	else
		return 2;
	return 0;
}
