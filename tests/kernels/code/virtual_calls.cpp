/*
 * Virtual calls on objects whose classes come in random order: where each call
 * goes is guessed wrongly three times out of four.
 *
 *      virtual_calls OBJECTS PASSES
 */
#include "../kernel.h"

namespace shapes
{

struct shape {
	virtual ~shape() = default;
	virtual uint64_t sides(uint64_t x) const = 0;
};

struct triangle : shape {
	uint64_t sides(uint64_t x) const override
	{
		return x + 3;
	}
};

struct square : shape {
	uint64_t sides(uint64_t x) const override
	{
		return x + 4;
	}
};

struct pentagon : shape {
	uint64_t sides(uint64_t x) const override
	{
		return x + 5;
	}
};

struct hexagon : shape {
	uint64_t sides(uint64_t x) const override
	{
		return x + 6;
	}
};

HOT uint64_t count_sides(shape *const *all, size_t n)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++) { /* hot loop begin */
		sum = all[i]->sides(sum);
	} /* hot loop end */
	return sum;
}

} /* namespace shapes */

int main(int argc, char **argv)
{
	const size_t n = kernel_arg(argc, argv, 1);
	const size_t passes = kernel_arg(argc, argv, 2);
	static shapes::triangle a;
	static shapes::square b;
	static shapes::pentagon c;
	static shapes::hexagon d;
	shapes::shape *const kinds[] = { &a, &b, &c, &d };
	auto all = new shapes::shape *[n];
	uint64_t state = 88172645463325252ULL, sum = 0;

	for (size_t i = 0; i < n; i++)
		all[i] = kinds[kernel_random(&state) >> 62];
	for (size_t k = 0; k < passes; k++)
		sum += shapes::count_sides(all, n);
	delete[] all;
	kernel_keep((double)sum);
	return 0;
}
