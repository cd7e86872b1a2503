/*
 * Copies buffers of BYTES again and again: all the time goes to a procedure of
 * the C library.
 *
 *      copy BYTES TIMES
 */
#include <string.h>
#include "../kernel.h"

HOT static void copy(char *to, const char *from, size_t bytes, size_t times)
{
	for (size_t i = 0; i < times; i++) {
		memcpy(to, from, bytes);
		__asm__ volatile("" : : "r"(to) : "memory");
	}
}

int main(int argc, char **argv)
{
	const size_t bytes = kernel_arg(argc, argv, 1);
	const size_t times = kernel_arg(argc, argv, 2);
	char *from = kernel_pages(bytes), *to = kernel_pages(bytes);

	memset(from, 1, bytes);
	copy(to, from, bytes, times);
	return to[bytes - 1] != 1;
}
