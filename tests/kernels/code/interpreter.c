/*
 * Interprets a random byte code: an indirect jump for each operation, which
 * nothing can predict.
 *
 *      interpreter OPERATIONS PASSES
 */
#include "../kernel.h"

enum { OPERATIONS = 8 };

HOT static uint64_t interpret(const unsigned char *code, size_t n)
{
	uint64_t x = 1;

	for (size_t i = 0; i < n; i++) { /* hot loop begin */
		switch (code[i]) {
		case 0:
			x += 7;
			break;
		case 1:
			x ^= 0x5555;
			break;
		case 2:
			x -= 3;
			break;
		case 3:
			x = ~x;
			break;
		case 4:
			x <<= 1;
			break;
		case 5:
			x >>= 2;
			break;
		case 6:
			x |= 1;
			break;
		case 7:
			x *= 3;
			break;
		default:
			__builtin_unreachable();
		}
	} /* hot loop end */
	return x;
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
