/*
 * recursion.c as a loop, which keeps what is left to do on a small stack of its
 * own (recursion-to-loop). It adds up as many numbers as the calls return.
 *
 *      recursion N
 */
#include "../kernel.h"

enum { DEPTH = 128 };

HOT static uint64_t fibonacci(uint64_t n)
{
	uint64_t left[DEPTH], sum = 0;
	size_t depth = 0;

	for (;;) {
		while (n >= 2) {
			left[depth++] = n - 2;
			n--;
		}
		sum += n;
		if (depth == 0)
			return sum;
		n = left[--depth];
	}
}

int main(int argc, char **argv)
{
	kernel_keep((double)fibonacci(kernel_arg(argc, argv, 1)));
	return 0;
}
