/*
 * Many small functions called in a row: what a program pays for calls that
 * could have been inlined, mostly for storing and loading return addresses.
 * None of them is hot alone; all of them together are.
 *
 *      small_functions ROUNDS
 */
#include "../kernel.h"

#define SMALL(name, expression)                                                \
	HOT static uint64_t small_##name(uint64_t x)                           \
	{                                                                      \
		return expression;                                             \
	}

SMALL(0, x + 1)
SMALL(1, x ^ 3)
SMALL(2, x + 5)
SMALL(3, x * 3)
SMALL(4, x - 9)
SMALL(5, x ^ 11)
SMALL(6, x + 13)
SMALL(7, x * 5)
SMALL(8, x + 17)
SMALL(9, x ^ 19)

HOT static uint64_t call_all(uint64_t x, size_t rounds)
{
	for (size_t i = 0; i < rounds; i++) { /* hot loop begin */
		x = small_0(small_1(small_2(small_3(small_4(x)))));
		x = small_5(small_6(small_7(small_8(small_9(x)))));
	} /* hot loop end */
	return x;
}

int main(int argc, char **argv)
{
	kernel_keep((double)call_all(1, kernel_arg(argc, argv, 1)));
	return 0;
}
