/*
 * recursion.c as a loop (recursion-to-loop).
 *
 *      recursion N
 */
#include "../kernel.h"

HOT static uint64_t fibonacci(uint64_t n)
{
	uint64_t a = 0, b = 1;

	while (n--) {
		const uint64_t next = a + b;

		a = b;
		b = next;
	}
	return a;
}

int main(int argc, char **argv)
{
	kernel_keep((double)fibonacci(kernel_arg(argc, argv, 1)));
	return 0;
}
