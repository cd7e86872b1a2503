/*
 * integer_chain.c with four generators, each four numbers after the one before
 * (independent-chains): their numbers in turn are those of the one.
 *
 *      integer_chain NUMBERS           (a multiple of 4)
 */
#include "../kernel.h"

static const uint64_t a = 6364136223846793005u, c = 1442695040888963407u;

HOT static uint64_t generate(uint64_t x, size_t n)
{
	const uint64_t a2 = a * a, c2 = a * c + c;
	const uint64_t a4 = a2 * a2, c4 = a2 * c2 + c2;
	uint64_t y = x * a + c, z = y * a + c, w = z * a + c;

	for (size_t i = 0; i < n; i += 4) {
		x = x * a4 + c4;
		y = y * a4 + c4;
		z = z * a4 + c4;
		w = w * a4 + c4;
	}
	/* the others are wanted too */
	__asm__ volatile("" : : "r"(y), "r"(z), "r"(w));
	return x;
}

int main(int argc, char **argv)
{
	kernel_keep((double)generate(1, kernel_arg(argc, argv, 1)));
	return 0;
}
