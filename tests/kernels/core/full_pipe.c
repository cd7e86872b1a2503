/*
 * Twelve products that do not wait for each other: all want the few pipes
 * that multiply integers.
 *
 *      full_pipe ROUNDS
 */
#include "../kernel.h"

HOT static uint64_t products(size_t n)
{
	uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
	uint64_t p = 9, q = 10, r = 11, s = 12;

	for (size_t i = 0; i < n; i++) { /* hot loop begin */
		a *= n;
		b *= n;
		c *= n;
		d *= n;
		e *= n;
		f *= n;
		g *= n;
		h *= n;
		p *= n;
		q *= n;
		r *= n;
		s *= n;
	} /* hot loop end */
	return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h ^ p ^ q ^ r ^ s;
}

int main(int argc, char **argv)
{
	kernel_keep((double)products(kernel_arg(argc, argv, 1)));
	return 0;
}
