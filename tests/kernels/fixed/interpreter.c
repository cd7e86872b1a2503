/*
 * interpreter.c with a jump of its own after each operation (merge-dispatch).
 *
 *      interpreter OPERATIONS PASSES
 */
#include "../kernel.h"

#define NEXT                                                                   \
	do {                                                                   \
		if (code == end)                                               \
			return x;                                              \
		goto *operation[*code++];                                      \
	} while (0)

HOT static uint64_t interpret(const unsigned char *code, size_t n)
{
	static void *const operation[] = { &&add,  &&flip,  &&sub, &&not,
		                           &&left, &&right, && or, &&mul };
	const unsigned char *const end = code + n;
	uint64_t x = 1;

	NEXT;
add:
	x += 7;
	NEXT;
flip:
	x ^= 0x5555;
	NEXT;
sub:
	x -= 3;
	NEXT;
	not : x = ~x;
	NEXT;
left:
	x <<= 1;
	NEXT;
right:
	x >>= 2;
	NEXT;
	or : x |= 1;
	NEXT;
mul:
	x *= 3;
	NEXT;
}

int main(int argc, char **argv)
{
	const size_t n = kernel_arg(argc, argv, 1);
	const size_t passes = kernel_arg(argc, argv, 2);
	unsigned char *code = kernel_pages(n);
	uint64_t state = 88172645463325252ULL, sum = 0;

	for (size_t i = 0; i < n; i++)
		code[i] = (unsigned char)(kernel_random(&state) >> 61);
	for (size_t k = 0; k < passes; k++)
		sum += interpret(code, n);
	kernel_keep((double)sum);
	return 0;
}
