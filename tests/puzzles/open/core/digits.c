/* Digit sums of numbers in a base that the user gives. */
#include <stdio.h>
#include <stdlib.h>

static unsigned digit_sum(unsigned long v, unsigned long base)
{
	unsigned sum = 0;

	while (v != 0) {
		sum += v % base;
		v /= base;
	}
	return sum;
}

int main(int argc, char **argv)
{
	unsigned long base = argc > 1 ? strtoul(argv[1], NULL, 10) : 10;
	unsigned long total = 0;

	for (unsigned long i = 0; i < 15000000; i++)
		total += digit_sum(i * 1000003, base);
	printf("%lu\n", total);
	return 0;
}
