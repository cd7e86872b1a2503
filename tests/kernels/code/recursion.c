/*
 * A procedure that calls itself, without a loop: every call stores and loads
 * a return address and saved registers.
 *
 *      recursion N             (2 Fibonacci(N + 1) - 1 calls)
 */
#include "../kernel.h"

HOT static uint64_t fibonacci(uint64_t n)
{
	if (n < 2)
		return n;
	return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(int argc, char **argv)
{
	kernel_keep((double)fibonacci(kernel_arg(argc, argv, 1)));
	return 0;
}
