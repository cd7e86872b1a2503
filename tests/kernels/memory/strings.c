/*
 * Lengths of long strings: a procedure of the C library that is picked by the
 * processor when the program starts.
 *
 *      strings BYTES TIMES
 */
#include <string.h>
#include "../kernel.h"

HOT static size_t lengths(const char *text, size_t times)
{
	size_t sum = 0;

	for (size_t i = 0; i < times; i++) {
		sum += strlen(text);
		__asm__ volatile("" : : "r"(text) : "memory");
	}
	return sum;
}

int main(int argc, char **argv)
{
	const size_t bytes = kernel_arg(argc, argv, 1);
	const size_t times = kernel_arg(argc, argv, 2);
	char *text = kernel_pages(bytes + 1);

	memset(text, 'a', bytes);
	return lengths(text, times) != bytes * times;
}
